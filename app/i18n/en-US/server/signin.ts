/** Read on the server alone: the callback's page has one address for all languages. */
export default {
  again: "Sign in again",
  refusedByProvider: {
    title: "Signing in failed",
    accessDenied: "Signing in was canceled, or access was denied.",
    unavailable: "The sign-in system is temporarily unavailable. Try again in a moment.",
    notSignedIn: "The sign-in system asks you to sign in again.",
    other: "The sign-in system refused this attempt. Try signing in again.",
    described: "{{message}} Details: {{description}}",
  },
  problem: {
    unknown: {
      title: "Start signing in again",
      message: "Signing in couldn’t be completed: it wasn’t started in this browser.",
    },
    expired: {
      title: "Start signing in again",
      message: "Too much time has passed since you started signing in. After signing in you will return to your page.",
    },
    used: {
      title: "Start signing in again",
      message: "This sign-in has already been completed and can’t be used again.",
    },
    malformed: {
      title: "Start signing in again",
      message: "The sign-in system’s answer is incomplete.",
    },
    refused: {
      title: "Signing in failed",
      message: "The sign-in system’s answer can’t be confirmed, so it was refused. Try again.",
    },
    rejected: {
      title: "Signing in failed",
      message: "The sign-in system refused this attempt. Try signing in again.",
    },
    clientRefused: {
      title: "Signing in failed",
      message:
        "The sign-in system doesn’t recognize this panel. This is a configuration error that only an administrator can fix.",
    },
    unavailable: {
      title: "Signing in is temporarily unavailable",
      message: "The sign-in system doesn’t answer. Try again in a moment.",
    },
  },
};
