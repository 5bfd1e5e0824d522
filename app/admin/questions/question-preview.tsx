import type { ReactNode } from 'react'

import { extraControl } from '../../../contract/intake/extra-controls.ts'
import type { IntakeQuestion } from '../../../contract/intake/intake-questions.ts'
import { type Language, languageNames, languages } from '../../../contract/language/languages.ts'
import { DocumentField } from '../../forms/document-field.tsx'
import { IntakeQuestionFields } from '../../forms/intake-question-fields.tsx'
import { type ShownQuestion, shownQuestions, wordsOf } from '../../forms/shown-questions.ts'
import { inKiswahili } from '../../lib/kiswahili.ts'
import { english, I18nContext, useLanguage } from '../../lib/language.tsx'
import { Card } from '../../ui/card.tsx'
import { Hint } from '../../ui/field.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/tabs.tsx'

interface QuestionPreviewProps {
  questions: readonly IntakeQuestion[]
}

/** The draft as a phone shows it in the form, with the form's own controls. */
export function QuestionPreview({ questions }: QuestionPreviewProps) {
  return (
    <section aria-label="Preview">
      <h2 className="text-lg">Preview</h2>
      <p className="mt-1 text-sm text-muted">
        The draft as applicants will see it on a phone. Nothing that you fill in here is kept.
      </p>
      <Tabs defaultValue="en" className="mt-2 max-w-90">
        <TabsList aria-label="Language of the preview">
          {languages.map((language) => (
            <TabsTrigger key={language} value={language}>
              {languageNames[language]}
            </TabsTrigger>
          ))}
        </TabsList>
        {languages.map((language) => (
          <TabsContent key={language} value={language} className="mt-3">
            <I18nContext value={language === 'sw' ? inKiswahili : english}>
              <FormSection questions={questions} language={language} />
            </I18nContext>
          </TabsContent>
        ))}
      </Tabs>
    </section>
  )
}

interface FormSectionProps extends QuestionPreviewProps {
  language: Language
}

/** The section of the form, then the questions that are asked after the offer. */
function FormSection({ questions, language }: FormSectionProps) {
  const { t } = useLanguage()
  const asked = questions.filter(({ stopped }) => !stopped)
  return (
    <Card className="space-y-4 p-4" lang={language}>
      <h3 className="text-lg text-lagoon-900">{t('Questions for this intake')}</h3>
      <Fields questions={asked.filter(({ when }) => when === 'applying')} language={language} />
      {asked.some(({ when }) => when === 'offer') ? (
        <>
          <p lang="en" className="border-t border-line pt-4 text-sm text-muted">
            After the offer:
          </p>
          <Fields questions={asked.filter(({ when }) => when === 'offer')} language={language} />
        </>
      ) : null}
    </Card>
  )
}

function Fields({ questions, language }: FormSectionProps) {
  return (
    <IntakeQuestionFields
      questions={shownQuestions(questions, language)}
      defaults={{}}
      errors={{}}
      file={fileOf}
    />
  )
}

interface FileWords {
  label: ReactNode
  hint: ReactNode
}

function fileOf(question: ShownQuestion, words: FileWords) {
  return <FileQuestion key={question._id} question={question} words={words} />
}

/** A question that a file answers. Its buttons do nothing. */
function FileQuestion({ question, words }: { question: ShownQuestion; words: FileWords }) {
  const { t } = useLanguage()
  const { _id, label, required } = question
  const key = extraControl(_id)
  const document = { name: key, key, purpose: 'question' } as const
  return (
    <fieldset className="min-w-0" inert>
      <legend className="font-sans font-semibold">
        {words.label}
        {required ? null : <span className="font-normal text-muted">{` ${t('(optional)')}`}</span>}
      </legend>
      {words.hint ? <Hint>{words.hint}</Hint> : null}
      <DocumentField
        question={document}
        about={wordsOf(label)}
        documents={noDocuments}
        error={undefined}
      />
    </fieldset>
  )
}

/** Files of a preview: none can be chosen. */
const noDocuments = {
  maxMb: 8,
  files: {},
  keys: {},
  choose: async () => '' as const,
  remove: async () => {},
}
