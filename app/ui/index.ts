export { Avatar } from "./avatar";
export { Button, buttonClass, LinkButton } from "./button";
export { Fact, Facts } from "./facts";
export { Notice } from "./notice";
export { PageHeader } from "./page-header";
