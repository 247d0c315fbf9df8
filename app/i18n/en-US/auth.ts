export default {
  signInAgain: "Sign in again",
  refusedByProvider: {
    title: "Signing in failed",
    accessDenied: "Signing in was cancelled, or access was denied.",
    unavailable: "The sign-in provider is temporarily unavailable. Try again in a moment.",
    notSignedIn: "The sign-in provider asks you to sign in again.",
    other: "The sign-in provider refused this attempt. Try signing in again.",
    described: "{{message}} Details: {{description}}",
  },
  problem: {
    unknown: {
      title: "Start signing in again",
      message: "This answer belongs to no sign-in that was begun in this browser.",
    },
    expired: {
      title: "Start signing in again",
      message: "Too much time has passed since signing in began. After signing in you will return to your page.",
    },
    used: {
      title: "Start signing in again",
      message: "This sign-in has already been finished and can't be used a second time.",
    },
    malformed: {
      title: "Start signing in again",
      message: "The sign-in provider's answer is incomplete.",
    },
    refused: {
      title: "Signing in failed",
      message: "The sign-in provider's answer can't be confirmed, so it was refused. Try again.",
    },
    unavailable: {
      title: "Signing in is temporarily unavailable",
      message: "The sign-in provider doesn't answer. Try again in a moment.",
    },
  },
  noAccess: {
    title: "No authorization",
    message: "You don't have access to this page",
    explanation:
      "Only franchisees use this panel. If you have another account, sign out and sign in with that one. If you think this is a mistake, contact the administrator.",
  },
  signOut: {
    title: "Sign out",
    question: "Do you want to sign out?",
    confirm: "Sign out",
    stay: "Stay in the panel",
  },
  signedOut: {
    title: "Signed out",
    message: "Your session in the panel has ended.",
    everywhere: "Your session in the panel and at the sign-in provider has ended.",
    signIn: "Sign in",
  },
  stillSignedIn: {
    title: "You are still signed in",
    message: "This browser has a session in the panel.",
  },
};
