/** Read on the server alone: the callback's page has one address for all languages. */
export default {
  title: {
    startAgain: "Start signing in again",
    failed: "Signing in failed",
    unavailable: "Signing in is temporarily unavailable",
  },
  problem: {
    unknown: "Signing in couldn’t be completed: it wasn’t started in this browser.",
    expired: "Too much time has passed since you started signing in. After signing in you will return to your page.",
    used: "This sign-in has already been completed and can’t be used again.",
    malformed: "The sign-in system’s answer is incomplete.",
    refused: "The sign-in system’s answer can’t be confirmed, so it was refused. Try again.",
    clientRefused:
      "The sign-in system doesn’t recognize this panel. This is a configuration error that only an administrator can fix.",
    unavailable: "The sign-in system doesn’t answer. Try again in a moment.",
    accessDenied: "Signing in was canceled, or access was denied.",
    notSignedIn: "The sign-in system asks you to sign in again.",
    rejected: "The sign-in system refused this attempt. Try signing in again.",
  },
  described: "{{message}} Details: {{description}}",
};
