export default {
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
    message:
      "Your session in the panel has ended. The one in the sign-in system may go on: on a shared computer, sign out there as well.",
    everywhere: "Your session in the panel and at the sign-in provider has ended.",
    signIn: "Sign in",
  },
  stillSignedIn: {
    title: "You are still signed in",
    message: "This browser has a session in the panel.",
  },
};
