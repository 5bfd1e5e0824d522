import type { ComponentProps, ReactNode } from 'react'
import { extraControl } from '../../contract/intake/extra-controls.ts'
import { useLanguage } from '../lib/language.tsx'
import { Hint } from '../ui/field.tsx'
import { DocumentField } from './document-field.tsx'
import { type ShownQuestion, wordsOf } from './shown-questions.ts'

interface Props extends Pick<ComponentProps<typeof DocumentField>, 'documents' | 'error'> {
  question: ShownQuestion
  words: { label: ReactNode; hint: ReactNode }
  /** Content before the button. */
  children?: ReactNode
}

/** A question of an intake that a file answers. */
export function ExtraFileQuestion({ question, words, children, ...shared }: Props) {
  const { t } = useLanguage()
  const { _id, label, required } = question
  const key = extraControl(_id)
  return (
    <fieldset className="min-w-0">
      <legend className="font-sans font-semibold">
        {words.label}
        {required ? null : <span className="font-normal text-muted">{` ${t('(optional)')}`}</span>}
      </legend>
      {words.hint ? <Hint>{words.hint}</Hint> : null}
      {children}
      <DocumentField
        {...shared}
        question={{ name: key, key, purpose: 'question' }}
        about={wordsOf(label)}
      />
    </fieldset>
  )
}
