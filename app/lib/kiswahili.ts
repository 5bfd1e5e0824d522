import { allKiswahili, type PageSentence } from '../../contract/kiswahili-server.ts'
import { kiswahili } from '../../contract/kiswahili.ts'
import { fill, locales, pathIn } from '../../contract/languages.ts'
import { translator } from '../../contract/translator.ts'
import type { Speech } from './language.tsx'

const dictionary: Readonly<Partial<Record<PageSentence, string>>> = import.meta.env.SSR
  ? allKiswahili
  : kiswahili

/** Kiswahili with its dictionary. Only the Kiswahili layout and form import this file. */
export const inKiswahili: Speech = {
  language: 'sw',
  locale: locales.sw,
  t: (sentence, values) => said(kiswahili[sentence], values),
  tell: (sentence, values) => said(dictionary[sentence] ?? sentence, values),
  message: translator(dictionary),
  localPath: (path) => pathIn('sw', path),
}

function said(sentence: string, values: Record<string, string | number> | undefined) {
  return values ? fill(sentence, values) : sentence
}
