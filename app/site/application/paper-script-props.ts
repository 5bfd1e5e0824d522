import { documentMessages } from '../../../contract/document/document-messages.ts'
import type { PageSentence } from '../../../contract/language/kiswahili-server.ts'
import type { I18n } from '../../lib/language.tsx'
import { noFile } from './form-messages.ts'

/** What the server tells the script of the papers. */
export interface PaperScriptProps {
  /** The reference ID of the application. */
  reference: string
  maxMb: number
  words: Record<keyof typeof sentences, string>
  /** Translations of the errors that the server and the phone may give as the reason. */
  reasons: Record<string, string>
}

const sentences = {
  noFile,
  preparing: 'The file is being prepared…',
  kept: '{file} is kept on this device and is sent as soon as possible.',
  inBackground: 'You may close this page.',
  onReturn: 'If you close this page, it is sent when you open it again.',
  progress: '{percent} % of {size} sent',
  waiting: 'It goes on when there is network. Please keep this page open.',
  received: 'Received. We are checking it.',
  sent: '{file} has been sent.',
  refused: '{file} was not sent, and is kept on this device. {reason}',
  notKept:
    'This browser cannot keep the file, and there is no network. Please try again when there is network.',
} as const satisfies Record<string, PageSentence>

const reasons: readonly PageSentence[] = [
  ...Object.values(documentMessages),
  'This file is larger than {limit} MB. Please choose a smaller one.',
  'The name of this file ends in .{ending}, but it is {kind}. Please choose the right file, or change its name.',
  'a PDF',
  'a Word file',
  'a picture',
  'We ask for no papers in this application at the moment.',
  'We do not ask for this paper. There is nothing for you to send.',
  'We have accepted this paper already, so it cannot be replaced.',
  'We know no application with this reference ID and this phone number or email address. Please check both.',
  'This is not available at the moment. Please try again in a minute.',
  'Something went wrong on our side. Please try again.',
]

/** The properties of the script in the language of the page. English needs no translations. */
export function paperScriptProps(
  { language, tServer }: I18n,
  application: Pick<PaperScriptProps, 'reference' | 'maxMb'>,
): PaperScriptProps {
  const words = Object.entries(sentences).map(([name, sentence]) => [name, inPage(sentence)])
  const translated = language === 'en' ? [] : reasons
  return {
    ...application,
    words: Object.fromEntries(words),
    reasons: Object.fromEntries(translated.map((sentence) => [sentence, inPage(sentence)])),
  }

  function inPage(sentence: PageSentence) {
    return tServer(sentence, keptPlaceholders)
  }
}

/** Fills in each placeholder with itself: the script has the values. */
const keptPlaceholders = Object.fromEntries(
  ['file', 'percent', 'size', 'reason', 'limit', 'ending', 'kind'].map((name) => [
    name,
    `{${name}}`,
  ]),
)
