import type { ReactNode } from 'react'
import type { Link, MotifName, Titled } from '../../content/types.ts'
import { cn } from '../lib/cn.ts'
import { callLink } from '../../contract/phone-number.ts'
import { buttonStyle, LinkButton } from '../ui/button.tsx'
import { useContact } from './contact.ts'
import { grounds, Motif, Pindo } from './motif.tsx'
import { RichText } from './rich-text.tsx'
import { writeToUs } from './write-to-us.ts'

// The parts of which the public pages are made.

interface HeroProps {
  title: string
  /** In the grammar of contract/content/text.ts. */
  lead: string
  motif: MotifName
  /** Drawing in place of the motif. */
  art?: ReactNode
  /** Content under the lead, such as buttons or facts. */
  children?: ReactNode
}

/**
 * Page header: title on the motif's background, above a border made of the motif. On phones the lead
 * flows around the small drawing.
 */
export function PageHero({ title, lead, motif, art, children }: HeroProps) {
  return (
    <header className={cn('@container overflow-hidden', grounds[motif])}>
      <div className="wrap">
        <div className="relative flow-root py-8 @3xl:flex @3xl:min-h-80 @3xl:flex-col @3xl:justify-center @3xl:py-12 @3xl:pr-76 @5xl:min-h-116 @5xl:pr-112">
          <h1 className="text-hero">{title}</h1>
          <div className="float-right mt-4 ml-4 size-20 text-coral-500 @3xl:absolute @3xl:inset-y-0 @3xl:right-0 @3xl:my-auto @3xl:size-68 @5xl:size-104">
            {art ?? <Motif name={motif} className="size-full" />}
          </div>
          <RichText text={lead} className="mt-3 max-w-2xl text-lg @3xl:mt-5" />
          {children}
        </div>
      </div>
      <Pindo motif={motif} className={border(motif)} />
    </header>
  )
}

/** A light background has a dark border, a dark background a light one. */
function border(motif: MotifName) {
  return grounds[motif].includes('text-white') ? 'bg-mango-400' : 'bg-lagoon-950'
}

const tones = {
  plain: '',
  sand: 'makuti bg-sand-100',
  dark: 'bg-lagoon-900 text-white',
}

interface SectionProps {
  title: string
  /** In the grammar of contract/content/text.ts. */
  text?: string | null
  id?: string
  tone?: keyof typeof tones
  children?: ReactNode
}

/** Full-width section of a page. */
export function Section({ title, text, id, tone = 'plain', children }: SectionProps) {
  return (
    <section id={id} className={cn(tones[tone])}>
      <div className="wrap py-10 @3xl:py-14 @5xl:py-20">
        <h2 className="text-title">{title}</h2>
        {text ? <RichText text={text} className="mt-4 max-w-2xl text-lg" /> : null}
        {children}
      </div>
    </section>
  )
}

/** Text in several columns on wide screens. */
export function Columns({ text }: { text: string }) {
  return (
    <div className="mt-6 gap-x-12 space-y-4 text-lg @5xl:columns-2">
      <RichText text={text} className={null} />
    </div>
  )
}

/** List of items with title and sentence, each beside its motif or a line. */
export function TitledList({ items }: { items: readonly (Titled & { motif?: MotifName })[] }) {
  return (
    <ul className="mt-8 grid grid-cols-1 gap-x-12 gap-y-9 @3xl:grid-cols-2">
      {items.map(({ title, text, motif }) => (
        <li
          key={title}
          className={cn(
            'flex flex-wrap gap-x-5 gap-y-3',
            !motif && 'border-l-4 border-coral-500 pl-5',
          )}
        >
          {motif ? (
            <Motif name={motif} className={cn('size-18 shrink-0 rounded-md p-2', grounds[motif])} />
          ) : null}
          <div className="flex-1 basis-48">
            <h3 className="text-xl">{title}</h3>
            <p className="mt-1.5">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}

export function BulletList({ items }: { items: string[] }) {
  return (
    <ul className="mt-3 list-disc space-y-1.5 pl-5 marker:text-coral-500">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  )
}

interface ComingSoonProps {
  id: string
  button: string
  /** Says what is missing and names an alternative. */
  note: string
}

/** Button of a feature that does not exist yet, with a note. */
export function ComingSoon({ id, button, note }: ComingSoonProps) {
  return (
    <>
      <ComingSoonButton name={button} describedBy={id} />
      <ComingSoonNote id={id} note={note} />
    </>
  )
}

interface ComingSoonButtonProps {
  name: string
  /** The subject of the button, such as the title of an event. */
  about?: string
  /** Ids of the elements that describe it, such as the note. */
  describedBy: string
}

/**
 * Inert button of a feature that does not exist yet. It can be focused. Beside it are links to call, and
 * to write with the subject filled in.
 */
export function ComingSoonButton({ name, about, describedBy }: ComingSoonButtonProps) {
  const contact = useContact()
  const subject = about ? `${name}: ${about}` : name
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
      <button
        type="button"
        aria-disabled="true"
        aria-describedby={describedBy}
        className={buttonStyle({ variant: 'inert' })}
      >
        {name}
      </button>
      {[
        { title: 'Call us', href: callLink(contact.phone) },
        { title: 'Write to us', href: writeToUs(contact, subject) },
      ].map(({ title, href }) => (
        <a key={href} className="link inline-flex min-h-11 items-center font-semibold" href={href}>
          {title}
          {about ? <span className="sr-only">{`: ${about}`}</span> : null}
        </a>
      ))}
    </div>
  )
}

export function ComingSoonNote({ id, note }: { id: string; note: string }) {
  return (
    <p id={id} className="mt-3 text-sm">
      {note}
    </p>
  )
}

interface MissingItemProps {
  title: string
  text?: string
  /** Link to the page with all items. */
  link: Link
}

/** Page of an item that does not exist, or no longer. */
export function MissingItem({ title, text, link }: MissingItemProps) {
  return (
    <main id="main" className="makuti bg-sand-100">
      <div className="wrap py-16 text-center @3xl:py-24">
        <h1 className="text-title">{title}</h1>
        {text ? <p className="mt-4 text-lg">{text}</p> : null}
        <LinkButton {...link} variant="outline" className="mt-8" />
      </div>
    </main>
  )
}
