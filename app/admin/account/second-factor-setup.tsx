import { CopyIcon } from 'lucide-react'
import { api } from '../../../contract/api.ts'
import { secondFactorCode } from '../../../contract/account/session.ts'
import { request } from '../../api/session.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { CodeField } from './code-field.tsx'
import { copy } from '../clipboard.ts'
import { useHoldSession } from '../../lib/hold-session.ts'
import { useToastForm } from './use-toast-form.ts'
import { renderSVG } from 'uqr'

interface ConfirmAppProps {
  secret: string
  uri: string
  onConfirmed: (recoveryCodes: readonly string[]) => Promise<void>
  onCancel: () => void
}

/** Shows the authenticator app's secret, and asks for a first code to prove that the app works. */
export function ConfirmApp({ secret, uri, onConfirmed, onCancel }: ConfirmAppProps) {
  useHoldSession()
  const form = useToastForm({
    schema: secondFactorCode,
    failed: 'Failed to turn two-step sign-in on',
    send: async (body) => {
      const { recoveryCodes } = await request(api.auth.confirmSecondFactor, { body })
      await onConfirmed(recoveryCodes)
    },
  })
  return (
    <form {...form.props} className="space-y-4">
      <p>
        Scan this with an authenticator app on your phone, or type the key into it. Then enter the
        code that the app shows.
      </p>
      <QrCode text={uri} label="QR code for the authenticator app" />
      <dl>
        <dt className="font-semibold">Key</dt>
        <dd className="font-mono wrap-anywhere">{secret.replaceAll(/.{4}(?=.)/g, '$& ')}</dd>
      </dl>
      <CodeField hint="6 digits from the app." error={form.fields['code']} digits />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={form.sending}>
          {form.sending ? 'Please wait...' : 'Turn on'}
        </Button>
        <Button variant="outline" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

interface RecoveryCodesProps {
  codes: readonly string[]
  onKept: () => void
}

/** Recovery codes replace a lost phone's authenticator app. The server shows them only once. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  useHoldSession()
  return (
    <div className="space-y-4">
      <Alert tone="notice" role="alert">
        Keep these recovery codes where others do not look: on paper, or in a password manager. Each
        signs you in once, in the place of a code from your phone. They are not shown again.
      </Alert>
      <ul aria-label="Recovery codes" className="space-y-1 font-mono text-sm">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button onClick={onKept}>I have saved them</Button>
        <Button variant="outline" onClick={() => void copy(codes.join('\n'), 'Codes copied')}>
          <CopyIcon aria-hidden="true" /> Copy
        </Button>
      </div>
    </div>
  )
}

/** QR code. The browser draws it, so that no other service receives the text. */
function QrCode({ text, label }: { text: string; label: string }) {
  const picture = encodeURIComponent(renderSVG(text, { ecc: 'M', border: 4 }))
  return <img src={`data:image/svg+xml,${picture}`} alt={label} className="size-48" />
}
