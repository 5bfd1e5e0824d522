import { allKiswahili, type PageSentence } from '../../contract/language/kiswahili-server.ts'
import { kiswahili } from '../../contract/language/kiswahili.ts'
import { fill, locales, pathIn } from '../../contract/language/languages.ts'
import { createTranslator } from '../../contract/language/translate.ts'
import type { I18n } from './language.tsx'

const dictionary: Readonly<Partial<Record<PageSentence, string>>> = import.meta.env.SSR
  ? allKiswahili
  : kiswahili

/** Kiswahili translations. Only the Kiswahili layout and form import this file. */
export const inKiswahili: I18n = {
  language: 'sw',
  locale: locales.sw,
  t: (sentence, values) => fill(kiswahili[sentence], values),
  tServer: (sentence, values) => fill(dictionary[sentence] ?? sentence, values),
  message: createTranslator(dictionary),
  localPath: (path) => pathIn('sw', path),
}
