export { Avatar } from "./avatar";
export { Badge } from "./badge";
export { Button, LinkButton } from "./button";
export { Card } from "./card";
export { Fact, Facts } from "./facts";
export { Notice } from "./notice";
export { PageHeader } from "./page-header";
export { SpinnerOverlay } from "./spinner";
export { VisuallyHidden } from "./visually-hidden";
