import { data } from 'react-router'
import type { IntakeOnPage } from '../../contract/intake/intakes-on-page.ts'
import { attachmentProgram as program } from '../../content/attachment-program.ts'
import { site } from '../../content/site.ts'
import { inLanguage } from '../../contract/content/items.ts'
import { ExternalLink } from '../site/external-link.tsx'
import { cn } from '../lib/cn.ts'
import { i18nOf, useLanguage } from '../lib/language.tsx'
import { keptForBack } from '../lib/response-init.ts'
import { keptForm, readIntakes, readTexts, typedAddress, typedIn } from '../page-context.ts'
import { alertForm, IntakeAlertForm } from '../site/application/intake-alert-form.tsx'
import { IntakeCards, IntakeDays } from '../site/application/intake-news.tsx'
import { metadata } from '../site/frame/metadata.ts'
import { Harbour, Kanga } from '../site/motifs.tsx'
import { Section, TitledList } from '../site/page-parts.tsx'
import { RichText } from '../site/rich-text.tsx'
import { buttonStyle } from '../ui/button.tsx'
import type { Route } from './+types/attachment-program.ts'

export const handle = { lean: true }

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const { language, tServer } = i18nOf(matches)
  return metadata({
    title: loaderData ? inLanguage(loaderData.texts, 'title', language) : site.name,
    description: tServer(program.description),
    path: '/industrial-attachment',
    language,
  })
}

export async function loader({ context }: Route.LoaderArgs) {
  const { hasAny, intakes } = await context.get(readIntakes)()
  const isTaking = !hasAny || intakes.some(({ phase }) => phase === 'open')
  if (!isTaking) context.set(keptForm, alertForm)
  return { texts: await readTexts(context, 'attachment'), hasAny, intakes, isTaking }
}

export const headers = ({ actionHeaders }: Route.HeadersArgs) => actionHeaders

/** A change of language keeps the address that is typed. */
export async function action({ request, context }: Route.ActionArgs) {
  context.set(typedAddress, await typedIn(request, context, 'email'))
  return data(null, { headers: keptForBack })
}

export default function AttachmentProgram({ loaderData }: Route.ComponentProps) {
  const { texts, hasAny, intakes, isTaking } = loaderData
  const { tServer, localPath, language } = useLanguage()
  const text = <Key extends keyof typeof texts>(key: Key) => inLanguage(texts, key, language)
  // An open intake has fixed days, so its page does not promise a flexible start.
  const isOpen = intakes.some(({ phase }) => phase === 'open')
  const { applied, reasons, highlights, steps, question, proverb } = program
  return (
    <main id="main">
      <section className="overflow-hidden bg-lagoon-900 text-white">
        <div className="wrap grid grid-cols-1 gap-x-10 gap-y-8 pt-8 @5xl:grid-cols-[1.2fr_1fr] @5xl:pt-10">
          <div className="flex flex-col gap-y-5 @5xl:pb-44">
            <h1 className="text-hero">{text('title')}</h1>
            {/* On phones, the button comes first. A form to be told is higher than a button. */}
            <RichText
              text={text('lead')}
              className={cn(
                'order-1 max-w-xl text-lg text-lagoon-100',
                isTaking && '@5xl:order-none',
              )}
            />
            {hasAny ? (
              <div className="max-w-xl">
                <IntakeDays intakes={intakes} />
                <LateApplication intakes={intakes} />
              </div>
            ) : null}
            {isTaking ? (
              <div>
                <Apply name="Apply Now" />
              </div>
            ) : (
              <div className="max-w-xl">
                <IntakeAlertForm />
              </div>
            )}
            <p>
              {tServer(applied.question)}{' '}
              <a className="underline underline-offset-4" href={localPath(applied.link.href)}>
                {tServer(applied.link.name)}
              </a>
            </p>
          </div>
          <div className="flex flex-col gap-y-5 pb-8 @5xl:pb-0">
            <IntakeCards intakes={intakes} />
            <Harbour className="mx-auto mt-auto hidden w-full max-w-lg @5xl:block" />
          </div>
        </div>
      </section>
      <div className="kanga-border" />

      <Section title={tServer(highlights.title)} tone="sand">
        <dl className="mt-8 flex flex-wrap gap-px overflow-hidden rounded-lg border border-line bg-line">
          {text('highlights')
            .filter(({ title }) => !isOpen || title !== tServer(highlights.withoutIntake))
            .map((one) => (
              <div key={one.title} className="flex-1 basis-56 bg-white p-6">
                <dt className="font-display text-xl font-bold text-lagoon-800">{one.title}</dt>
                <dd className="mt-2">{one.text}</dd>
              </div>
            ))}
        </dl>
      </Section>

      <Section title={tServer(reasons.title)}>
        <TitledList items={text('reasons')} />
      </Section>

      <Kanga proverb={proverb} motif={null} />

      <Section title={tServer(steps.title)}>
        <ol className="mt-8 grid grid-cols-1 gap-x-10 gap-y-8 @5xl:grid-cols-3">
          {text('steps').map((step, i) => (
            <li key={step.title} className="border-t-4 border-lagoon-800 pt-4">
              <span aria-hidden="true" className="font-display text-title font-bold text-coral-800">
                {i + 1}
              </span>
              <h3 className="mt-1 text-xl">{step.title}</h3>
              <p className="mt-1.5">{step.text}</p>
            </li>
          ))}
        </ol>
        {isTaking ? (
          <div className="mt-10">
            <Apply name="Start your application" />
          </div>
        ) : null}
      </Section>

      <Section title={tServer(question.title)} tone="sand">
        <p className="mt-4 text-lg">
          {text('question')}{' '}
          <a className="link font-semibold" href={question.link.href}>
            {tServer(question.link.name)}
          </a>
        </p>
      </Section>
    </main>
  )
}

/** Link to the form for people who began before the intake closed. */
function LateApplication({ intakes }: { intakes: readonly IntakeOnPage[] }) {
  const { tServer, localPath } = useLanguage()
  const isLate = intakes.some(({ phase }) => phase === 'late')
  if (!isLate || intakes.some(({ phase }) => phase === 'open')) return null
  return (
    <a
      className="mt-3 inline-flex min-h-11 items-center underline underline-offset-4"
      href={localPath(program.applyPath)}
    >
      {tServer('Finish an application that you have begun')}
    </a>
  )
}

/** Link to the external form of content/site.ts, or to the site's own form if there is none. */
function Apply({ name }: { name: 'Apply Now' | 'Start your application' }) {
  const { tServer, localPath } = useLanguage()
  const external = site.externalApplicationForm
  const className = buttonStyle({ variant: 'accent', size: 'lg' })
  if (!external) {
    return (
      <a href={localPath(program.applyPath)} className={className}>
        {tServer(name)}
      </a>
    )
  }
  return (
    <ExternalLink href={external} className={className}>
      {tServer(name)}
    </ExternalLink>
  )
}
