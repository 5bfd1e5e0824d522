import type { Language } from '../../../contract/language/languages.ts'

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

interface MessagePreviewsProps {
  language: Language
  subject: string
  text: string
  /** Null, if there is none to show. */
  sms: string | null | undefined
  /** The line before the SMS. */
  smsLabel?: string | undefined
}

/** The e-mail and the SMS of a message. */
export function MessagePreviews({ language, subject, text, sms, smsLabel }: MessagePreviewsProps) {
  return (
    <div lang={language} className="space-y-2">
      <MessagePreview subject={subject} text={text} />
      {sms && smsLabel ? (
        <p className="text-sm text-muted" lang="en">
          {smsLabel}
        </p>
      ) : null}
      {sms ? <MessagePreview subject="" text={sms} /> : null}
    </div>
  )
}
