import { ErrorSummary } from '../../forms/error-summary.tsx'
import { TextField } from '../../forms/fields.tsx'
import type { FormErrors } from '../../forms/use-form.ts'
import { useLanguage } from '../../lib/language.tsx'
import { useOnServer } from '../../lib/server-context.ts'
import { intakeAlertPath, typedAddress } from '../../page-context.ts'
import { Button } from '../../ui/button.tsx'

/** Id of the HTML form, by which a change of language keeps its values. */
export const alertForm = 'alert'

interface Props {
  /** The address as it was typed. */
  email?: string
  refusal?: FormErrors | null
  /** The button is secondary where people can apply at once. */
  variant?: 'primary' | 'outline'
}

/** Form for an address that gets one message when the next intake opens. It needs no scripts. */
export function IntakeAlertForm({ email, refusal = null, variant }: Props) {
  const typed = useOnServer(typedAddress)
  const { tServer, localPath } = useLanguage()
  const labels = { email: tServer('Email address') }
  return (
    <>
      <ErrorSummary refusal={refusal} labels={labels} className="mb-6" />
      <form
        id={alertForm}
        method="post"
        action={localPath(intakeAlertPath)}
        aria-label={tServer('When the next intake opens')}
        className="space-y-6 rounded-lg border border-line bg-white p-gutter text-ink @3xl:p-8"
      >
        <TextField
          labels={labels}
          optional={[]}
          defaults={{ email: email ?? typed }}
          errors={refusal?.fields ?? {}}
          name="email"
          type="email"
          autoComplete="email"
          spellCheck={false}
          hint={tServer(
            'We send you one message when the next intake opens. Then we erase your address, and after a year in any case.',
          )}
        />
        <Button type="submit" size="lg" variant={variant} className="w-full @min-[40rem]:w-auto">
          {tServer('Tell me when it opens')}
        </Button>
      </form>
    </>
  )
}
