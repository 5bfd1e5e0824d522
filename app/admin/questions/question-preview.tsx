import type { IntakeQuestion } from '../../../contract/intake/intake-questions.ts'
import type { Language } from '../../../contract/language/languages.ts'
import { ExtraFileQuestion } from '../../forms/extra-file-question.tsx'
import { IntakeQuestionFields } from '../../forms/intake-question-fields.tsx'
import { shownQuestions } from '../../forms/shown-questions.ts'
import { inKiswahili } from '../../lib/kiswahili.ts'
import { english, I18nContext, useLanguage } from '../../lib/language.tsx'
import { Card } from '../../ui/card.tsx'
import { LanguageTabs } from '../language-tabs.tsx'

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
      <LanguageTabs label="Language of the preview" className="mt-2 max-w-90">
        {(language) => (
          <I18nContext value={language === 'sw' ? inKiswahili : english}>
            <FormSection questions={questions} language={language} />
          </I18nContext>
        )}
      </LanguageTabs>
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
      renderFile={(question, words) => (
        <div key={question._id} inert>
          <ExtraFileQuestion {...{ question, words }} documents={noDocuments} error={undefined} />
        </div>
      )}
    />
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
