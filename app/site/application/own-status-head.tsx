import type { ReactNode } from 'react'
import type { Waiting } from '../../../contract/intake/offer.ts'
import type { OwnApplication } from '../../../contract/application/own-application.ts'
import { cn } from '../../lib/cn.ts'
import { useLanguage } from '../../lib/language.tsx'
import { steps, wordsFor } from './own-status-words.ts'

const looks = {
  waiting: { colour: 'bg-lagoon-100 text-ink', icon: 'M12 6v6l4 3' },
  action: { colour: 'bg-mango-400 text-ink', icon: 'M12 6v7m0 3v1' },
  good: { colour: 'bg-leaf text-white', icon: 'm7 12 4 4 7-8' },
  over: { colour: 'bg-white text-ink', icon: 'M7 12h10' },
}

/** The head of the status page: the status with its colour and icon, and the steps. */
export function StatusHead(own: OwnApplication) {
  const { tServer } = useLanguage()
  const { title, text, tone, step } = wordsFor(own)
  const { colour, icon } = looks[tone]
  return (
    <div className={colour}>
      <div className="mx-auto max-w-2xl px-gutter py-8">
        <div className="items-center gap-3 @min-[18rem]:flex">
          <Drawing className="size-10 shrink-0">
            <circle cx="12" cy="12" r="10" />
            <path d={icon} />
          </Drawing>
          <h1 className="text-title">{tServer(title)}</h1>
        </div>
        <p className="mt-3 text-lg">{tServer(text)}</p>
        {own.standing === 'received' && own.waiting ? <Rank {...own.waiting} /> : null}
        {step === undefined ? null : <Steps current={step} />}
      </div>
    </div>
  )
}

/** The steps of an application. Marks tell them apart, not only colours. */
function Steps({ current }: { current: number }) {
  const { tServer } = useLanguage()
  return (
    <ol className="mt-4 grid gap-4 @min-[18rem]:grid-cols-2 @min-[40rem]:grid-cols-4">
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === current ? 'step' : undefined}
          className={cn(
            'border-t-4 border-current py-1.5',
            index === current && 'font-semibold',
            index > current && 'border-dashed',
          )}
        >
          {index < current ? (
            <>
              <Drawing className="mr-1 inline size-5">
                <path d={looks.good.icon} />
              </Drawing>
              {tServer(step)}
              <span className="sr-only">{` (${tServer('done')})`}</span>
            </>
          ) : (
            <>
              <span aria-hidden="true">{`${index + 1} `}</span>
              {tServer(step)}
            </>
          )}
        </li>
      ))}
    </ol>
  )
}

/** A drawing of lines. Phones may have no letter for a tick. */
function Drawing({ className, children }: { className: string; children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
      className={className}
    >
      {children}
    </svg>
  )
}

/** The place on the waiting list. */
function Rank({ rank, of, places }: Waiting & { places: number }) {
  const { tServer } = useLanguage()
  return (
    <p className="mt-4 text-lg font-semibold">
      {tServer('You are number {rank} of {of}.', { rank, of })}{' '}
      {places === 1
        ? tServer('The department has one place.')
        : tServer('The department has {places} places.', { places })}
    </p>
  )
}
