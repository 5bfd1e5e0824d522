import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import type * as z from 'zod/mini'

import { api } from '../../../contract/api.ts'
import { secondFactorEnd, secondFactorRequest } from '../../../contract/account/session.ts'
import type { secondFactor, secondFactorSecret } from '../../../contract/account/session.ts'
import { queryOf, request } from '../../api/session.ts'
import { Alert } from '../../ui/alert.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CodeField } from './code-field.tsx'
import { DateTime } from '../date-time.tsx'
import { PasswordField } from './password-field.tsx'
import { ConfirmApp, RecoveryCodes } from './second-factor-setup.tsx'
import { useToastForm } from './use-toast-form.ts'

type Secret = z.infer<typeof secondFactorSecret>

/** Turns the second factor of the signed-in user on and off. */
export function SecondFactor() {
  const queryClient = useQueryClient()
  const [secret, setSecret] = useState<Secret>()
  const [codes, setCodes] = useState<readonly string[]>()
  const { data: state, error } = useQuery({
    ...queryOf(['second-factor'], api.auth.secondFactor),
    meta: { failed: 'Failed to load two-step sign-in' },
  })

  async function turnedOn(recoveryCodes: readonly string[]) {
    setSecret(undefined)
    setCodes(recoveryCodes)
    toast.success('Two-step sign-in is on')
    await queryClient.invalidateQueries()
  }

  return (
    <Card className="p-5">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-xl">Two-step sign-in</h2>
        {state ? <StateBadge {...state} /> : null}
      </div>
      <p className="mt-1 text-sm text-muted">
        A sign-in then asks for a code from your phone, too: a stolen password is not enough.
      </p>
      {error ? (
        <Alert role="alert" className="mt-4">
          Failed to fetch two-step sign-in
        </Alert>
      ) : null}
      <div className="mt-4">
        {codes ? (
          <RecoveryCodes codes={codes} onKept={() => setCodes(undefined)} />
        ) : secret ? (
          <ConfirmApp {...secret} onConfirmed={turnedOn} onCancel={() => setSecret(undefined)} />
        ) : state ? (
          state.since === null ? (
            <TurnOn onPrepared={setSecret} />
          ) : (
            <TurnOff {...state} />
          )
        ) : error ? null : (
          <Skeleton className="h-24" />
        )}
      </div>
    </Card>
  )
}

function StateBadge({ since }: z.infer<typeof secondFactor>) {
  return since === null ? <Badge>Off</Badge> : <Badge tone="good">On</Badge>
}

function TurnOn({ onPrepared }: { onPrepared: (secret: Secret) => void }) {
  const form = useToastForm({
    schema: secondFactorRequest,
    failed: 'Failed to set up two-step sign-in',
    send: async (body) => onPrepared(await request(api.auth.prepareSecondFactor, { body })),
  })
  return (
    <form {...form.props} className="space-y-4">
      <OwnPassword error={form.fields['password']} />
      <Button type="submit" isBusy={form.sending}>
        {form.sending ? 'Please wait...' : 'Set up'}
      </Button>
    </form>
  )
}

function TurnOff({ since, recoveryCodesLeft }: z.infer<typeof secondFactor>) {
  const queryClient = useQueryClient()
  const form = useToastForm({
    schema: secondFactorEnd,
    failed: 'Failed to turn two-step sign-in off',
    send: async (body) => {
      const { message } = await request(api.auth.endSecondFactor, { body })
      toast.success(message)
      await queryClient.invalidateQueries()
    },
  })
  return (
    <>
      <p>
        On since {since === null ? null : <DateTime of={since} />}. Recovery codes left:{' '}
        {recoveryCodesLeft}. For new ones, turn it off and on again.
      </p>
      <form {...form.props} className="mt-4 space-y-4">
        <OwnPassword error={form.fields['password']} />
        <CodeField
          hint="6 digits from your authenticator app, or a recovery code."
          error={form.fields['code']}
        />
        <Button type="submit" variant="outline" isBusy={form.sending}>
          {form.sending ? 'Please wait...' : 'Turn off'}
        </Button>
      </form>
    </>
  )
}

function OwnPassword({ error }: { error: string | undefined }) {
  return (
    <PasswordField
      id="second-factor-password"
      name="password"
      label="Your password"
      autoComplete="current-password"
      error={error}
    />
  )
}
