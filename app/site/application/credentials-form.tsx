import { useLocation } from 'react-router'
import { readReferenceId } from '../../../contract/application/reference-id.ts'
import { longestPasted } from '../../../contract/base32.ts'
import { referenceIdPattern } from '../../../contract/constants.ts'
import { statusPath } from '../../../contract/language/languages.ts'
import type { ApplicantCredentials } from '../../../contract/application/own-application.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { TextField } from '../../forms/fields.tsx'
import type { FormErrors } from '../../forms/use-form.ts'
import { useLanguage } from '../../lib/language.tsx'
import { proofForm } from '../../page-context.ts'
import { Button } from '../../ui/button.tsx'

interface Props {
  /** As the user has typed them. */
  credentials?: ApplicantCredentials
  refusal?: FormErrors | null
}

/** Form that asks for the reference ID and the contact. */
export function CredentialsForm({ credentials, refusal = null }: Props) {
  const { tServer, localPath } = useLanguage()
  const reference = useReference()
  const labels = {
    reference: tServer('Reference ID'),
    contact: tServer('Phone number or email address'),
  }
  const errors = refusal?.fields ?? {}
  const group = { labels, optional: [], defaults: credentials ?? { reference }, errors }
  return (
    <>
      <h1 className="text-title text-lagoon-900">{tServer('Check my application')}</h1>
      <p className="mt-4 mb-8 text-lg">
        {tServer(
          'See the result of your application for an industrial attachment, get a copy of your answers, or withdraw.',
        )}
      </p>
      <ErrorSummary refusal={refusal} labels={labels} className="mb-6" />
      <form
        id={proofForm}
        method="post"
        action={localPath(statusPath)}
        aria-label={tServer('Check my application')}
        className="space-y-6 rounded-lg border border-line bg-white p-gutter @3xl:p-8"
      >
        <TextField
          {...group}
          name="reference"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          hint={tServer('It starts with SPH. You find it in your confirmation.')}
        />
        <TextField
          {...group}
          name="contact"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          hint={tServer('One that you gave in the application.')}
        />
        <Button type="submit" size="lg" className="w-full @min-[40rem]:w-auto">
          {tServer('Check')}
        </Button>
      </form>
    </>
  )
}

/** The reference ID from the URL's query, to which the confirmation page links. */
function useReference() {
  const linked = new URLSearchParams(useLocation().search).get('reference') ?? ''
  const reference = readReferenceId(linked.slice(0, longestPasted))
  return referenceIdPattern.test(reference) ? reference : ''
}
