export default {
  noAccess: {
    title: "No authorization",
    message: "You don’t have access to this page",
    account: "Signed-in account:",
    explanation:
      "This panel is for franchisees only. The account’s job titles in the company’s directory must include “franczyzobiorca”.",
    checkAgain: "Check again",
  },
  signOut: {
    title: "Sign out",
    question: "Do you want to sign out?",
    stay: "Stay in the panel",
  },
  signedOut: {
    title: "Signed out",
    message:
      "You are signed out of the panel. Your session in the sign-in system may still be open: on a shared computer, sign out there as well.",
    everywhere: "You are signed out of the panel and of the sign-in system.",
    finish: "Finish signing out",
  },
  stillSignedIn: {
    title: "You are still signed in",
  },
};
