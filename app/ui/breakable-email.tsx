/** A long address breaks before the @, not inside a word. */
export function breakableEmail(email: string) {
  const at = email.lastIndexOf("@");
  if (at < 1) return email && <bdi translate="no">{email}</bdi>;
  return (
    <bdi translate="no">
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </bdi>
  );
}
