export default {
  details: "Details for technical support",
  code: "Error code: {{code}}",
  screen: "Screen: {{name}}",
  supplied: "Message:",
  requestId: "Error ID",
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
  unexpected: {
    message: "Something went wrong. If something here doesn’t work, load the page again.",
    reload: "Load again",
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
    description: "This is a configuration error that only an administrator can fix.",
  },
  advice: {
    lost: "We don’t know whether it was saved: no answer came. Check the seller or the list before you save again.",
    incomplete: "The list changed while it was being read. Try again in a moment.",
    contract:
      "The sellers system answers otherwise than the panel’s configuration says. Only an administrator can correct it: the variable {{variable}}.",
  },
  system: {
    name: {
      sellers: "The sellers system",
      directory: "The company’s directory",
      signIn: "The sign-in system",
    },
    away: "{{system}} doesn’t answer",
    badAnswer: "{{system}} gave an invalid answer",
    errorAnswer: "{{system}} answered with an error",
  },
  comeBack: "Try again after {{time}}.",
  draftKept: "We have kept what was typed into the form.",
  status: {
    http400: {
      description: "Check the address, or go back and try again.",
    },
    http401: {
      message: "Your session has expired",
    },
    http403: {
      message: "Access denied",
      description: "Your account has no permission for this page or action.",
    },
    http404: {
      description: "Check that the address is right. The page may have been removed or moved.",
    },
    http408: {
      message: "Sending took too long",
      description: "Not everything arrived in time. Check your internet connection and try again.",
    },
    http409: {
      message: "Somebody else has changed this",
      description: "Open the page again, check it, and make your change again.",
    },
    http413: {
      message: "Too much was sent",
      description: "Shorten the text or choose a smaller file, then try again.",
    },
    http429: {
      message: "Too many attempts",
      description: "Wait a moment and try again.",
    },
    http500: {
      message: "The error is on our side.",
      description: "Try again in a moment.",
    },
    http502: {
      message: "The answer couldn’t be read",
    },
    http507: {
      message: "There is no room to save the data",
      description: "Nothing was saved, but you can still look at the data. Try to save it again later.",
    },
    http503: {
      message: "The service is temporarily unavailable",
      description: "Try again in a moment. If that doesn’t help, sign in.",
    },
    http504: {
      message: "No answer came in time",
    },
  },
  sellers: {
    notAllowed: "You aren’t allowed to see this list.",
    panel: "The panel is overloaded right now.",
  },
};
