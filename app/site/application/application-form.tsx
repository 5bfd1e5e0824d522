import { useState } from 'react'
import { contactQuestion } from '../../../contract/application/contact-by.ts'
import type { Sentence } from '../../../contract/language/kiswahili.ts'
import {
  documentQuestions,
  isOptional,
  questionNames,
  questionOf,
} from '../../../contract/application/questions.ts'
import { adviceFor } from '../../forms/advice.ts'
import { useApplicationLabels } from '../../forms/application-fields.tsx'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { documentNames } from '../../forms/document-names.ts'
import { extraLabels } from '../../forms/intake-question-fields.tsx'
import type { ShownQuestion } from '../../forms/shown-questions.ts'
import { fileText } from '../../forms/file-text.ts'
import { useLanguage } from '../../lib/language.tsx'
import { useHydrated } from '../../lib/use-hydrated.ts'
import type { FormLists, KeptFiles } from '../../page-context.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Consent } from './consent.tsx'
import { FormSections, IntakeField } from './form-sections.tsx'
import { IntakeQuestions } from './intake-questions.tsx'
import { questionSection, questionSectionTitle } from './question-section.ts'
import { type PaperChoice, startHint } from './intake-choices.ts'
import { type Receipt, type SentForm, useApplicationForm } from './use-application-form.ts'
import { ownPageAction } from './own-page-action.ts'

/**
 * Checkboxes count as optional, because unticked is an answer. Only the terms must be accepted. A link
 * to a document is not optional: without it there must be a file.
 */
const optional = questionNames.filter(
  (name) =>
    (isOptional(name, 'form') && !documentQuestions.some((question) => question.name === name)) ||
    questionOf(name).kind === 'flag',
)

interface Props extends SentForm {
  lists: FormLists
  /** The current date in Kenya, as YYYY-MM-DD. */
  today: string
}

/**
 * The public application form. Without scripts it posts to its own page. With scripts it saves a
 * draft on the phone and shows the answers to check. It sends them when there is network.
 */
export function ApplicationForm({ lists, today, ...sent }: Props) {
  const { t, message } = useLanguage()
  const hints = useHints(sent)
  const [trouble, setTrouble] = useState('')
  const state = useApplicationForm(sent, lists)
  const { element, form, step, autosave, documents, shown, sending, receipt, isResting } = state
  const { asks } = state
  const { checked } = step
  const { asked: papers, PaperFields } = state.papers
  const labels = useFormLabels(papers, asks.asked?.questions)
  const group = {
    labels,
    optional,
    defaults: sent.answers ?? sent.defaults,
    errors: form.fields,
    hints,
  }

  return (
    <>
      {checked ? (
        <checked.CheckAnswers
          {...checked}
          files={documents.files}
          papers={papers}
          sending={sending}
          upload={state.upload}
          onStop={() => void autosave?.controller.stopSending()}
          onChange={step.leave}
          onSend={() => void state.send(checked.values)}
        />
      ) : null}
      {receipt ? <ReceiptNotice {...receipt} /> : null}
      {autosave && !checked && !receipt ? (
        <autosave.views.SavedApplications
          {...autosave}
          onOpened={() => step.focus('personal')}
          onAnother={isResting ? state.showAnother : null}
        />
      ) : null}
      <form
        ref={element}
        id="application"
        method="post"
        action={ownPageAction}
        aria-label={t('Industrial Attachment Application')}
        hidden={checked !== null || receipt !== null || isResting}
        {...form.props}
        onSubmit={state.submit}
      >
        <div className="mb-6 space-y-4 empty:hidden">
          <ErrorSummary refusal={form.refusal} labels={labels} advise={adviceFor} />
          {trouble ? (
            <Alert role="alert" className="font-semibold text-danger">
              {message(trouble)}
            </Alert>
          ) : null}
        </div>
        {sent.choices ? (
          <IntakeField group={group} choices={sent.choices} isReady={autosave !== undefined} />
        ) : null}
        <FormSections
          group={group}
          records={{ lists, clear: form.clear, report: setTrouble, shown, isSearchable: true }}
          documents={documents}
          isSmsOffered={sent.isSmsOffered}
          today={today}
          papers={
            PaperFields ? (
              <PaperFields key="papers" asked={papers} documents={documents} errors={form.fields} />
            ) : null
          }
          beforeAgreements={
            <IntakeQuestions
              {...asks}
              documents={documents}
              choices={sent.choices ?? []}
              defaults={{ ...group.defaults, ...shown }}
              errors={form.fields}
            />
          }
        />
        <Consent />
        <Button
          type="submit"
          id="to-check"
          name="step"
          value="check"
          size="lg"
          className="w-full @min-[40rem]:w-auto"
        >
          {t(state.isWaiting ? 'The file is being prepared…' : 'Check your answers')}
        </Button>
        <noscript>
          <Button
            type="submit"
            name="step"
            value="documents"
            size="lg"
            variant="outline"
            className="mt-4 w-full @min-[40rem]:mt-0 @min-[40rem]:ml-4 @min-[40rem]:w-auto"
          >
            {t('Add or change files')}
          </Button>
        </noscript>
        {/* Stands below the button: appearing above it, the notice would move the button away
        from a click. */}
        {autosave ? <autosave.views.AutosaveMark {...autosave} /> : null}
        {autosave ? <autosave.views.AutosaveNotice {...autosave} /> : null}
      </form>
    </>
  )
}

const emailHintWithSms: Sentence = 'We answer by email, or by SMS if you choose it below.'

/** Labels of all fields, in the order of the form. A file stands beside the link to the document. */
function useFormLabels(papers: readonly PaperChoice[], asked: readonly ShownQuestion[] = []) {
  const { t } = useLanguage()
  const all = Object.entries(useApplicationLabels()).flatMap((label) => {
    if (label[0] === 'phone_number') return [label, ['contact_by', t(contactQuestion)]]
    const question = documentQuestions.find(({ name }) => name === label[0])
    const after = label[0] === 'cover_letter_url' ? papers.map(labelOf) : []
    return question
      ? [label, [question.key, t(documentNames[question.purpose])], ...after]
      : [label]
  })
  const labels = Object.fromEntries([['intake', t('Intake')], ...all]) as Record<string, string>
  return {
    ...labels,
    ...(asked.length > 0 && { [questionSection]: t(questionSectionTitle), ...extraLabels(asked) }),
  }
}

const labelOf = ({ purpose, name }: PaperChoice) => [`papers.${purpose}`, name]

/** Hints that depend on the intakes, on the messages and on files. */
function useHints({ files, choices, isSmsOffered }: SentForm) {
  const i18n = useLanguage()
  const start = startHint(choices ?? [], i18n)
  const fileHints = useFileHints(files)
  return {
    ...fileHints,
    ...(start && { available_start_date: start }),
    ...(isSmsOffered && { email: i18n.t(emailHintWithSms) }),
  }
}

/** Hints that name the files that were sent already, in browsers without scripts. */
function useFileHints(files: KeptFiles) {
  const { t } = useLanguage()
  if (useHydrated()) return {}
  const hints = documentQuestions.flatMap(({ name, key }) => {
    const file = files[key]
    return file ? [[name, fileText(file, t)]] : []
  })
  return Object.fromEntries(hints) as Record<string, string>
}

/** Confirms a submission until its confirmation page has loaded: the network may fail first. */
function ReceiptNotice({ referenceId, path }: Receipt) {
  const { t } = useLanguage()
  return (
    <Alert id="receipt" tabIndex={-1} tone="notice">
      <h2 className="text-xl text-lagoon-900">{t('Received')}</h2>
      <p>
        {t('Reference ID')}: <b className="font-mono break-words">{referenceId}</b>
      </p>
      <a className="link min-h-11 py-2.5" href={path}>
        {t('Open the confirmation')}
      </a>
    </Alert>
  )
}
