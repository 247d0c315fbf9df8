export default {
  code: "Code",
  pageNotFound: "Page not found",
  internal: "Internal server error",
};
