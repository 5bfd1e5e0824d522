import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { dayInKenya } from '../../../contract/time-zone.ts'
import { useLanguage } from '../../lib/language.tsx'
import { longDay } from '../../lib/public-dates.ts'
import { receiptPath } from '../../lib/receipt.ts'
import type { ChosenDocument } from '../../offline/documents/chosen-documents.ts'
import type { AutosaveStatus, FormAutosave } from '../../offline/form-autosave.ts'
import {
  dequeue,
  discard,
  type Draft,
  lastReplyOf,
  type QueuedApplication,
  type ReceivedApplication,
  type SavedApplication,
} from '../../offline/saved-applications.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { notSubmitted } from './form-messages.ts'
import { sendingOf, SendingProgress } from './sending-progress.tsx'

interface Props {
  status: AutosaveStatus
  controller: FormAutosave
  /** Called after another application was opened in the form. */
  onOpened: () => void
  /** Shows the form, which a queued application hides; null if the form is visible. */
  onAnother: (() => void) | null
}

/** The other applications on this phone: drafts, queued and received applications. */
export function SavedApplications({ status, controller, onOpened, onAnother }: Props) {
  const { t } = useLanguage()
  const { failed, attempt } = useAttempts()
  const sent = status.others.filter(({ state }) => state !== 'draft')
  const newest = sent.at(-1)
  return (
    <>
      <output className="sr-only">{newest ? t(titleOf(newest)) : ''}</output>
      <div id="kept" tabIndex={-1} className="mb-6 space-y-4 empty:mb-0">
        {failed ? <NothingChanged /> : null}
        {status.others.map((other) => {
          const props = {
            inBackground: status.inBackground,
            documents: status.documents.filter(({ application }) => application === other.id),
            onStop: () => attempt(dequeue(other)),
            onOpen: () => attempt(controller.open(other).then(onOpened)),
            onRemove: () => attempt(discard(other)),
          }
          const { id } = other
          if (other.state === 'waiting')
            return <QueuedCard key={id} application={other} {...props} />
          if (other.state === 'draft') return <DraftCard key={id} application={other} {...props} />
          return <ReceivedCard key={id} application={other} {...props} />
        })}
        {status.isRestored ? (
          <Button variant="outline" onClick={() => attempt(controller.startNew().then(onOpened))}>
            {t('Someone else applies on this device')}
          </Button>
        ) : null}
        {onAnother ? <Button onClick={onAnother}>{t('Fill in another application')}</Button> : null}
      </div>
    </>
  )
}

/** Runs a change of the saved applications, and remembers if the last change failed. */
export function useAttempts() {
  const [failed, setFailed] = useState(false)
  const attempt = (work: Promise<void>) =>
    void work.then(
      () => setFailed(false),
      () => setFailed(true),
    )
  return { failed, attempt }
}

export function NothingChanged() {
  const { t } = useLanguage()
  return (
    <Alert role="alert">
      {t('Nothing was changed: this browser cannot save at the moment. Please try again.')}
    </Alert>
  )
}

interface CardProps<Application extends SavedApplication> {
  application: Application
  inBackground: boolean
  documents: ChosenDocument[]
  onStop: () => void
  onOpen: () => void
  onRemove: () => void
}

function QueuedCard(props: CardProps<QueuedApplication>) {
  const { t, message, locale } = useLanguage()
  const { application, inBackground, documents, onStop, onOpen, onRemove } = props
  const sending = sendingOf(documents)
  const { values, notBefore } = application
  const lastReply = lastReplyOf(application)
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(notBefore)
  return (
    <Card title={t(titleOf(application))} name={nameIn(values)}>
      <p>
        {t('This application is saved on this device and goes out by itself.')}{' '}
        {/* After a server error the page must stay open: browsers stop background sync after a
        few. */}
        {t(
          inBackground && lastReply === 'none'
            ? 'You may close this page.'
            : 'If you close this page, it goes out when you open it again.',
        )}
      </p>
      {lastReply !== 'none' ? (
        <p>
          {lastReply.message ? `${message(lastReply.message)} ` : ''}
          {t('The next try is at {time}.', { time })}
        </p>
      ) : null}
      {sending ? (
        <>
          <SendingProgress {...sending} />
          <Button variant="outline" className="mt-3" onClick={onStop}>
            {t('Stop sending')}
          </Button>
        </>
      ) : null}
      <OpenOrDiscard open={t('Change it')} onOpen={onOpen} onDiscard={onRemove} />
    </Card>
  )
}

function ReceivedCard({ application, onRemove }: CardProps<ReceivedApplication>) {
  const { t, locale, localPath } = useLanguage()
  const { id, at } = application
  const day = longDay(new Date(at).toISOString(), locale)
  return (
    <Card title={t(titleOf(application))} name="">
      <p>
        {t('We received an application from this device on {day}.', { day })} {t('Reference ID')}:{' '}
        <b className="font-mono break-words">{id}</b>
      </p>
      <Actions>
        <a className="link min-h-11 py-2.5" href={localPath(receiptPath(id, dayInKenya(at)))}>
          {t('Open the confirmation')}
        </a>
        <Button variant="ghost" onClick={onRemove}>
          {t('Remove it from this device')}
        </Button>
      </Actions>
    </Card>
  )
}

function DraftCard({ application, onOpen, onRemove }: CardProps<Draft>) {
  const { t, message } = useLanguage()
  const { values, refusal } = application
  return (
    <Card title={t(titleOf(application))} name={nameIn(values)}>
      <p>
        {refusal
          ? message(refusal.message || notSubmitted)
          : t('This application has not been sent yet.')}
      </p>
      <OpenOrDiscard open={t('Go on with it')} onOpen={onOpen} onDiscard={onRemove} />
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
  // A removed card had the focus: the list gets it.
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

export function Actions({ children }: { children: ReactNode }) {
  return <div className="mt-3 flex flex-wrap gap-4">{children}</div>
}

function titleOf(application: SavedApplication) {
  if (application.state === 'draft') return 'Saved on this device'
  if (application.state === 'received') return 'Received'
  return lastReplyOf(application) === 'none' ? 'Waiting for network' : 'Waiting for our server'
}

function nameIn({ first_name: first, last_name: last }: Draft['values']) {
  return [first, last].filter(Boolean).join(' ')
}
