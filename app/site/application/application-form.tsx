import { useState } from 'react'
import { isOptional, questionNames, questionOf } from '../../../contract/questions.ts'
import { useApplicationLabels } from '../../forms/application-fields.tsx'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { useLanguage } from '../../lib/language.tsx'
import type { FormLists } from '../../page-context.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Consent } from './consent.tsx'
import { FormSections } from './form-sections.tsx'
import { ReceiptNotice } from './receipt-notice.tsx'
import { type SentForm, useApplicationForm } from './use-application-form.ts'

/** Checkboxes count as optional, because unticked is an answer. Only the terms must be accepted. */
const optional = questionNames.filter(
  (name) => isOptional(name, 'form') || questionOf(name).kind === 'flag',
)

interface Props extends SentForm {
  lists: FormLists
}

/**
 * The public application form. Without scripts it posts to its own page. With scripts it saves a
 * draft on the phone and shows the answers to check. It sends them when there is network.
 */
export function ApplicationForm({ lists, ...sent }: Props) {
  const { t, message } = useLanguage()
  const labels = useApplicationLabels()
  const [trouble, setTrouble] = useState('')
  const state = useApplicationForm(sent, lists)
  const { element, form, step, autosave, shown, sending, receipt, isResting } = state
  const { checked } = step

  return (
    <>
      {checked ? (
        <checked.CheckAnswers
          {...checked}
          sending={sending}
          onChange={step.leave}
          onSend={() => void state.send(checked.values)}
        />
      ) : null}
      {receipt ? <ReceiptNotice {...receipt} /> : null}
      {autosave && !checked && !receipt ? (
        <autosave.parts.SavedApplications
          {...autosave}
          onOpened={() => step.focus('personal')}
          onAnother={isResting ? state.showAnother : null}
        />
      ) : null}
      <form
        ref={element}
        id="application"
        method="post"
        aria-label={t('Industrial Attachment Application')}
        hidden={checked !== null || receipt !== null || isResting}
        {...form.props}
      >
        <div className="mb-6 space-y-4 empty:hidden">
          <ErrorSummary refusal={form.refusal} labels={labels} />
          {trouble ? (
            <Alert role="alert" className="font-semibold text-danger">
              {message(trouble)}
            </Alert>
          ) : null}
        </div>
        <FormSections
          group={{ labels, optional, defaults: sent.answers ?? sent.defaults, errors: form.fields }}
          records={{ lists, clear: form.clear, report: setTrouble, shown }}
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
          {t('Check your answers')}
        </Button>
        {/* Stands below the button: appearing above it, the notice would move the button away
        from a click. */}
        {autosave ? <autosave.parts.AutosaveNotice {...autosave} /> : null}
        {autosave ? <autosave.parts.AutosaveMark {...autosave} /> : null}
      </form>
    </>
  )
}
