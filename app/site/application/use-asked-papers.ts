import { useEffect, useState } from 'react'
import { isPaperField } from '../../../contract/intake/paper-answers.ts'
import type { Messages } from '../../forms/use-form.ts'
import { useLanguage } from '../../lib/language.tsx'
import { type IntakeChoice, type PaperChoice, papersAskedBy } from './intake-choices.ts'

interface Options {
  /** The id of the chosen intake. */
  intake: unknown
  choices: readonly IntakeChoice[] | null
  /** The errors of the form. */
  errors: Messages
}

const none: readonly PaperChoice[] = []

/**
 * The papers that the chosen intake asks for, and the component of their fields, which is loaded when it is
 * needed. A page may be older than the wishes of staff: after an error at another paper, the server is asked.
 */
export function useAskedPapers({ intake, choices, errors }: Options) {
  const { language } = useLanguage()
  const [module, setModule] = useState<typeof import('./paper-fields.tsx')>()
  const [news, setNews] = useState({ intake, papers: none })
  const listed = papersAskedBy(intake, choices)
  const newer = news.intake === intake ? news.papers : none
  const asked = [...listed, ...newer.filter((paper) => !includes(listed, paper.purpose))]
  const wrong = Object.keys(errors).filter(isPaperField)
  const isStale = wrong.some((field) => !asked.some(({ purpose }) => field.endsWith(purpose)))
  const isNeeded = asked.length > 0 || isStale

  useEffect(() => {
    if (isNeeded) import('./paper-fields.tsx').then(setModule, () => {})
  }, [isNeeded])

  useEffect(() => {
    if (!isStale || !module) return
    void module.papersNow(intake, wrong, language).then((papers) => setNews({ intake, papers }))
    // oxlint-disable-next-line react/exhaustive-deps -- one request for each new error
  }, [isStale, module, intake, language])

  return { asked, PaperFields: isNeeded ? module?.PaperFields : undefined }
}

function includes(papers: readonly PaperChoice[], wanted: string) {
  return papers.some(({ purpose }) => purpose === wanted)
}
