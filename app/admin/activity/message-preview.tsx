/** The text of a message, with the subject of an e-mail. An SMS has an empty subject. */
export function MessagePreview({
  subject,
  text,
  to,
}: {
  subject: string
  text: string
  to?: string
}) {
  return (
    <div className="rounded-md border border-line bg-white p-3 text-sm wrap-anywhere">
      {to ? <p className="text-muted">To {to}</p> : null}
      {subject ? <p className="font-semibold">{subject}</p> : null}
      <p className="whitespace-pre-line not-first:mt-2">{text.trim()}</p>
    </div>
  )
}
