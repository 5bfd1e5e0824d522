import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { toField } from '../../forms/error-summary.tsx'
import {
  daysKept,
  type Draft,
  type Kept,
  type Received,
  type Waiting,
} from '../../offline/saved-applications.ts'
import type { Keeper, KeptForm } from '../../offline/form-autosave.ts'
import { useLanguage } from '../../lib/language.tsx'
import { dayInKenya } from '../../../contract/time-zone.ts'
import { longDay } from '../../lib/long-date.ts'
import { receiptPath } from '../../lib/receipt.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'

export { keepForm } from '../../offline/form-autosave.ts'

interface Props {
  kept: KeptForm
  keeper: Keeper
}

interface ListProps extends Props {
  /** Has taken one of them into the form. */
  onOpened: () => void
  /** Shows the form, which what waits has taken the place of; null where it is to be seen. */
  onAnother: (() => void) | null
}

/** What is on this phone besides the answers in the form: what waits, what was received. */
export function KeptApplications({ kept, keeper, onOpened, onAnother }: ListProps) {
  const { t } = useLanguage()
  const { failed, attempt } = useAttempts()
  const sent = kept.others.filter(({ state }) => state !== 'draft')
  const newest = sent.at(-1)
  return (
    <>
      <output className="sr-only">{newest ? t(titleOf(newest)) : ''}</output>
      <div id="kept" tabIndex={-1} className="mb-6 space-y-4 empty:mb-0">
        {failed ? <NothingChanged /> : null}
        {kept.others.map((other) => {
          const does = {
            inBackground: kept.inBackground,
            onOpen: () => attempt(keeper.open(other).then(onOpened)),
            onForget: () => attempt(keeper.forget(other)),
          }
          if (other.state === 'waiting') return <WaitingCard key={other.id} of={other} {...does} />
          if (other.state === 'received')
            return <ReceivedCard key={other.id} of={other} {...does} />
          return <DraftCard key={other.id} of={other} {...does} />
        })}
        {onAnother ? <Button onClick={onAnother}>{t('Fill in another application')}</Button> : null}
      </div>
    </>
  )
}

/** What is asked of the phone, and whether the last of it failed. */
function useAttempts() {
  const [failed, setFailed] = useState(false)
  const attempt = (work: Promise<void>) =>
    void work.then(
      () => setFailed(false),
      () => setFailed(true),
    )
  return { failed, attempt }
}

function NothingChanged() {
  const { t } = useLanguage()
  return (
    <Alert role="alert">
      {t('Nothing was changed: this browser cannot save at the moment. Please try again.')}
    </Alert>
  )
}

interface CardProps<Of extends Kept> {
  of: Of
  inBackground: boolean
  onOpen: () => void
  onForget: () => void
}

function WaitingCard({ of, inBackground, onOpen, onForget }: CardProps<Waiting>) {
  const { t, message, locale } = useLanguage()
  const { values, met, notBefore } = of
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(notBefore)
  return (
    <Card title={t(titleOf(of))} name={nameIn(values)}>
      <p>
        {t('This application is saved on this phone and goes out by itself.')}{' '}
        {/* Browsers give up waking the worker where our server was in trouble a few times. */}
        {t(
          inBackground && met === 'nobody'
            ? 'You may close this page.'
            : 'If you close this page, it goes out when you open it again.',
        )}
      </p>
      {met !== 'nobody' ? (
        <p>
          {met.said ? `${message(met.said)} ` : ''}
          {t('The next try is at {time}.', { time })}
        </p>
      ) : null}
      <OpenOrDiscard open={t('Change it')} onOpen={onOpen} onDiscard={onForget} />
    </Card>
  )
}

function ReceivedCard({ of, onForget }: CardProps<Received>) {
  const { t, locale, localPath } = useLanguage()
  const { id, at } = of
  const day = longDay(new Date(at).toISOString(), locale)
  return (
    <Card title={t(titleOf(of))} name="">
      <p>
        {t('We received an application from this phone on {day}.', { day })} {t('Reference ID')}:{' '}
        <b className="font-mono break-words">{id}</b>
      </p>
      <Actions>
        <a className="link min-h-11 py-2.5" href={localPath(receiptPath(id, dayInKenya(at)))}>
          {t('Open the confirmation')}
        </a>
        <Button variant="ghost" onClick={onForget}>
          {t('Remove it from this phone')}
        </Button>
      </Actions>
    </Card>
  )
}

function DraftCard({ of, onOpen, onForget }: CardProps<Draft>) {
  const { t, message } = useLanguage()
  const { values, refusal } = of
  return (
    <Card title={t(titleOf(of))} name={nameIn(values)}>
      <p>{refusal ? message(refusal.message) : t('This application has not been sent yet.')}</p>
      <OpenOrDiscard open={t('Go on with it')} onOpen={onOpen} onDiscard={onForget} />
    </Card>
  )
}

interface OpenOrDiscardProps {
  open: string
  onOpen: () => void
  onDiscard: () => void
}

function OpenOrDiscard({ open, onOpen, onDiscard }: OpenOrDiscardProps) {
  const { t } = useLanguage()
  return (
    <Actions>
      <Button variant="outline" onClick={onOpen}>
        {open}
      </Button>
      <Button
        variant="ghost"
        onClick={() => {
          if (confirm(t('Discard this application? Its answers are gone then.'))) onDiscard()
        }}
      >
        {t('Discard it')}
      </Button>
    </Actions>
  )
}

function Card({ title, name, children }: { title: string; name: string; children: ReactNode }) {
  const card = useRef<HTMLDivElement>(null)
  // A button that goes with its card leaves the focus to the list.
  useLayoutEffect(() => {
    const { current } = card
    return () => {
      if (current?.contains(document.activeElement)) document.getElementById('kept')?.focus()
    }
  }, [])
  return (
    <Alert tone="notice" ref={card}>
      <h2 className="text-xl text-lagoon-900">{title}</h2>
      {name ? <p className="font-semibold">{name}</p> : null}
      {children}
    </Alert>
  )
}

function Actions({ children }: { children: ReactNode }) {
  return <div className="mt-3 flex flex-wrap gap-4">{children}</div>
}

function titleOf(kept: Kept) {
  if (kept.state === 'draft') return 'Saved on this phone'
  if (kept.state === 'received') return 'Received'
  return kept.met === 'nobody' ? 'Waiting for network' : 'Waiting for our server'
}

function nameIn({ first_name: first, last_name: last }: Draft['values']) {
  return [first, last].filter(Boolean).join(' ')
}

/** What is kept and where, and how to clear it. */
export function KeptNotice({ kept: { saved }, keeper }: Props) {
  const { t } = useLanguage()
  const { failed, attempt } = useAttempts()
  return (
    <Alert
      id="kept-notice"
      tabIndex={-1}
      tone={saved === 'failed' ? 'danger' : 'info'}
      className="mt-6"
    >
      {saved === 'failed' ? (
        <p role="alert">
          {t(
            'This browser cannot save what you type at the moment. Please send your application before you close this page.',
          )}
        </p>
      ) : (
        <p>
          {t(
            'What you type is kept in this browser on this phone, and nowhere else, until you send it or clear it, for {days} days at most. On a phone that others use, clear it before you leave.',
            { days: daysKept },
          )}
        </p>
      )}
      <Actions>
        <Button
          variant="outline"
          onClick={() => {
            if (confirm(t('Clear all answers in this form?'))) attempt(keeper.clear())
          }}
        >
          {t('Clear my answers')}
        </Button>
      </Actions>
      {failed ? <NothingChanged /> : null}
    </Alert>
  )
}

const says = {
  untouched: 'Kept on this phone as you type',
  saving: 'Saving…',
  saved: 'Saved on this phone',
  failed: 'Not saved on this phone',
} as const

/** Says at any time whether the last answer is safe; not aloud, for that would be at every key. */
export function KeptMark({ kept: { saved } }: { kept: KeptForm }) {
  const { t } = useLanguage()
  return (
    <a
      href="#kept-notice"
      onClick={toField}
      className="fixed bottom-2 left-2 z-10 rounded-md bg-lagoon-900 px-3 py-1.5 text-sm text-white"
    >
      {t(says[saved])}
    </a>
  )
}
