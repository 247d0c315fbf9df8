export { Avatar } from "./avatar";
export { Fact, Facts } from "./facts";
export { LinkButton } from "./link-button";
export { Notice } from "./notice";
export { PageHeader } from "./page-header";
