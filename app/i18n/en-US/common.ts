export default {
  product: "Franchisee panel",
  role: "FRANCHISEE",
  skipToContent: "Skip to content",
};
