/** An address that doesn't fit breaks before its @, not inside a word; nothing for none. */
export function breakableEmail(email: string) {
  const at = email.lastIndexOf("@");
  if (at < 1) return email && <bdi>{email}</bdi>;
  return (
    <bdi>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </bdi>
  );
}
