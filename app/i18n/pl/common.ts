export default {
  product: "Panel franczyzobiorcy",
  role: "FRANCZYZOBIORCA",
  skipToContent: "Przejdź do treści",
};
