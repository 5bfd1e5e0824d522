import type { Sentence } from '../language/kiswahili.ts'
import type { PaperPurpose } from './paper-kinds.ts'

// A separate file without the list of papers, because browsers load it with every form. Forms are flat:
// the upload key of a paper is in the field `papers.<purpose>`. A submission has them in one object.

export const paperRequired: Sentence =
  'We ask for this paper with the application. Please choose a file.'

export type PaperField = `papers.${PaperPurpose}`

export function isPaperField(name: string): name is PaperField {
  return name.startsWith('papers.')
}

/** The values of a form as a submission: the upload keys of papers stand in one object. */
export function nestPapers<Value>(values: Readonly<Record<string, Value>>) {
  const all = Object.entries(values)
  const papers = all.filter(([name]) => isPaperField(name))
  return {
    ...Object.fromEntries(all.filter(([name]) => !isPaperField(name))),
    ...(papers.length > 0 && {
      papers: Object.fromEntries(papers.map(([name, key]) => [name.slice('papers.'.length), key])),
    }),
  }
}
