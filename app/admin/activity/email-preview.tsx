/** The subject and text of an e-mail. */
export function EmailPreview({
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
      <p className="font-semibold">{subject}</p>
      <p className="mt-2 whitespace-pre-line">{text.trim()}</p>
    </div>
  )
}
