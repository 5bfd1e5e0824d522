/**
 * Notes that are typed but not saved, by application. They outlive the panel, so that an error, the
 * next application or a closed panel loses no text. They are gone when the page is closed.
 */
const drafts = new Map<string, string>()

export function draftOf(application: string) {
  return drafts.get(application) ?? ''
}

export function keepDraft(application: string, text: string) {
  if (text) drafts.set(application, text)
  else drafts.delete(application)
}

/** Puts a text that could not be saved before whatever was typed meanwhile. */
export function returnToDraft(application: string, text: string) {
  keepDraft(application, [text, draftOf(application)].filter(Boolean).join('\n\n'))
}
