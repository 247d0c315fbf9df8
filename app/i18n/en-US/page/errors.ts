export default {
  code: "Error code: {{code}}",
  requestId: "Error ID",
  requestIdHint: "Include it when you report a problem.",
  support: {
    question: "Need help?",
    write: "Write to:",
    page: "Open the help page",
  },
  pageNotFound: "Page not found",
  internal: "Internal server error",
  generic: {
    title: "Something went wrong",
    message: "This could not be done. Try again in a moment.",
  },
  actions: {
    home: "Go to the dashboard",
    backToForm: "Back to the form",
    signInAgain: "Sign in again",
    signIn: "Sign in",
    otherAccount: "Sign in with another account",
  },
  clientRefused: {
    message: "The sign-in system doesn’t recognize this panel",
    description: "This is a configuration error that only an administrator can fix. Try again once it is fixed.",
  },
  /** The sellers system contradicts its configuration: the variable is for the administrator. */
  advice: {
    lost: "We don’t know whether it was saved: no answer came. Check the seller or the list before you save again.",
    incomplete: "The list changed while it was being read. Try again in a moment.",
    pageRepeated:
      "The sellers system gives the same sellers on every page of the list. This is an error in the panel’s configuration that only an administrator can fix: the variable SELLERS_PARAMS (page).",
    pageTooLong:
      "The sellers system gives more sellers on a page of the list than the panel wants. This is an error in the panel’s configuration that only an administrator can fix: the variable SELLERS_PARAMS (pageSize).",
    pageTooShort:
      "The sellers system gives fewer sellers on a page of the list than the panel wants. This is an error in the panel’s configuration that only an administrator can fix: the variable SELLERS_PAGE_MAX.",
    notPaged:
      "The sellers system gives more sellers at once than the panel can read. This is an error in the panel’s configuration that only an administrator can fix: the variable SELLERS_PARAMS (page).",
    total:
      "The sellers system doesn’t give the right number of all sellers. This is an error in the panel’s configuration that only an administrator can fix: the variable SELLERS_TOTAL_KEY.",
    ids: "The sellers system gives sellers without usable identifiers. This is an error in the panel’s configuration that only an administrator can fix: the variable SELLERS_LIST_KEY.",
  },
  system: {
    name: {
      sellers: "The sellers system",
      directory: "The company’s directory",
      signIn: "The sign-in system",
    },
    away: "{{system}} doesn’t answer",
    badAnswer: "{{system}} gave an invalid answer",
  },
  comeBack: "Wait until {{time}} and try again.",
  draftKept: "What was typed into the form has been kept.",
  registered: "The error has been recorded.",
  status: {
    http400: {
      message: "What was sent couldn’t be read",
      description: "Check the address, or go back and try again.",
    },
    http401: {
      message: "Your session has expired",
      description: "Sign in again to continue.",
    },
    http403: {
      message: "Access denied",
      description: "Your account has no permission for this page or action.",
    },
    http404: {
      message: "There is nothing at this address",
      description: "Check that the address is right. The page may have been removed or moved.",
    },
    http405: {
      message: "Action not allowed",
      description: "This can’t be done here. Go back to the previous page and start over.",
    },
    http408: {
      message: "Sending took too long",
      description: "Not everything arrived in time. Check your internet connection and try again.",
    },
    http409: {
      message: "Conflicting changes",
      description:
        "Somebody has changed this in the meantime. Open the page again, check it, and make your change again.",
    },
    http410: {
      message: "This page is gone",
      description: "What you are looking for was removed. Start from the dashboard or from a list.",
    },
    http413: {
      message: "Too much was sent",
      description: "Shorten the text or choose a smaller file, then try again.",
    },
    http422: {
      message: "The input can’t be processed",
      description: "What was sent is incomplete or incorrect. Go back to the form and correct it.",
    },
    http429: {
      message: "Too many attempts",
      description: "Wait a moment and try again.",
    },
    http500: {
      message: "Something went wrong",
      description: "The error is on our side. Try again in a moment.",
    },
    http502: {
      message: "An invalid answer was received",
      description: "Try again in a moment.",
    },
    http507: {
      message: "There is no room to save the data",
      description: "Nothing was saved, but you can still look at the data. Try to save it again later.",
    },
    http503: {
      message: "The service is temporarily unavailable",
      description: "Try again in a moment. If that doesn’t help, sign in again.",
    },
    http504: {
      message: "No answer came in time",
      description: "Try again in a moment.",
    },
  },
};
