import type { documentQuestions } from '../../contract/application/questions.ts'
import { useLanguage } from '../lib/language.tsx'
import { Hint } from '../ui/field.tsx'
import { DocumentField, type DocumentFiles } from './document-field.tsx'
import { documentNames } from './document-names.ts'
import { type FieldGroup, TextField, urlInput, type Values } from './fields.tsx'
import { Folded } from './folded.tsx'

interface Props extends FieldGroup {
  question: (typeof documentQuestions)[number]
  documents: DocumentFiles
  hint: string | undefined
  /** Values that a script has put into the form. */
  shown: Values | null | undefined
}

/** A question that a file answers, or else a link. The group's hint names a file that was sent before. */
export function DocumentQuestion({ question, documents, hint, shown, ...group }: Props) {
  const { t } = useLanguage()
  const { name, key, purpose } = question
  const { labels, defaults, errors, hints } = group
  return (
    <fieldset className="min-w-0">
      <legend className="font-sans font-semibold">{labels[name]}</legend>
      {hints?.[name] ? <Hint>{hints[name]}</Hint> : null}
      <DocumentField
        {...{ question, documents }}
        about={t(documentNames[purpose])}
        error={errors[key]}
      />
      <Folded
        summary={t('Or paste a link')}
        isNeeded={Boolean(errors[name] || defaults[name] || shown?.[name])}
      >
        <TextField
          {...group}
          {...urlInput}
          name={name}
          label={t('Link')}
          hints={{}}
          hint={hint}
          required={false}
        />
      </Folded>
    </fieldset>
  )
}
