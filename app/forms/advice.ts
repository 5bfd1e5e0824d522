import { questionNames, questionOf, type Question } from '../../contract/application/questions.ts'
import type { Sentence } from '../../contract/language/kiswahili.ts'
import type { ErrorMessage } from '../../contract/language/translate.ts'

/** Messages that say what is wrong and not what to do. */
const general = new Set<ErrorMessage>([
  'Required',
  'Valid email required',
  'Valid URL required',
  'You must agree to terms',
])

const byKind: Partial<Record<Question['kind'], Sentence>> = {
  email: 'Write an address like name@example.org',
  url: 'Paste a link that starts with https://',
  day: 'Enter the date',
  choice: 'Choose from the list',
  record: 'Choose from the list',
  agreement: 'Tick the box',
}

/** Advice about a wrong answer, for the summary of errors. The field itself keeps its message. */
export function adviceFor(name: string, message: ErrorMessage): ErrorMessage {
  const asked = questionNames.find((question) => question === name)
  if (!asked || !general.has(message)) return message
  const question = questionOf(asked)
  if (question.kind === 'url' && question.document)
    return 'Choose a file, or paste a link that starts with https://'
  return byKind[question.kind] ?? 'Write your answer'
}
