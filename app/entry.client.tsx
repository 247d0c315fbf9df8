// Remix asks for this file by its name. A page doesn't: its first module brings what lies here (entry.server.tsx).
import "./hydrate.client";
