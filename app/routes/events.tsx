import { events } from '../../content/events.ts'
import type { PublicItem } from '../../contract/content/public-items.ts'
import { longDate } from '../lib/public-dates.ts'
import { readContent, readTexts } from '../page-context.ts'
import {
  ComingSoon,
  ComingSoonButton,
  ComingSoonNote,
  PageHero,
  Section,
} from '../site/page-parts.tsx'
import { LazyImage } from '../site/lazy-image.tsx'
import { metadataOfTexts } from '../site/frame/metadata.ts'
import { Kanga } from '../site/motifs.tsx'
import { RichText } from '../site/rich-text.tsx'
import type { Route } from './+types/events.ts'

type Event = PublicItem<'events'>

/** The latest past events. More would make the page larger from year to year. */
const shownPastEvents = 6

export const loader = async ({ context }: Route.LoaderArgs) => {
  const all = (await readContent(context)).events
  return {
    texts: await readTexts(context, 'events'),
    upcoming: all.filter(({ isOver }) => !isOver),
    past: all.filter(({ isOver }) => isOver).slice(0, shownPastEvents),
  }
}

export const meta = ({ loaderData }: Route.MetaArgs) =>
  metadataOfTexts(loaderData, { path: '/events' })

export default function Events({ loaderData }: Route.ComponentProps) {
  const { all, venue, proverb } = events
  const { texts, upcoming, past } = loaderData
  return (
    <main id="main">
      <PageHero title={texts.title} lead={texts.lead} motif="taa" />
      <Section
        title={events.upcoming.title}
        {...(upcoming.length === 0 && { text: events.upcoming.empty })}
        tone="sand"
      >
        {upcoming.length > 0 ? (
          <>
            <Tickets events={upcoming} />
            <ComingSoonNote id="register-note" note={events.registerNote} />
          </>
        ) : null}
        <div className="mt-8">
          <ComingSoon id="all-note" {...all} />
        </div>
      </Section>
      {past.length > 0 ? (
        <Section title={events.past.title}>
          <Tickets events={past} />
        </Section>
      ) : null}
      <Kanga proverb={proverb} motif="taa" />
      <Section title={venue.title} text={texts.venue}>
        <div className="mt-7">
          <ComingSoon id="venue-note" {...venue} />
        </div>
      </Section>
    </main>
  )
}

function Tickets({ events: listed }: { events: Event[] }) {
  return (
    <ul className="mt-8 space-y-8">
      {listed.map((event) => (
        <Ticket key={event.slug} event={event} />
      ))}
    </ul>
  )
}

/** Event card in the shape of a ferry ticket, with the date on the part to tear off. */
function Ticket({ event }: { event: Event }) {
  const { slug, title, description, date, lastDay, time, location, capacity, image } = event
  return (
    <li className="@container overflow-hidden rounded-lg bg-white shadow-raised">
      <div className="grid grid-cols-1 @2xl:grid-cols-[9rem_1fr_15rem] @min-[58rem]:grid-cols-[12rem_1fr_22rem]">
        <div className="flex flex-col justify-center border-b-8 border-dotted border-sand-100 bg-coral-800 p-6 text-white @2xl:border-r-8 @2xl:border-b-0">
          <time
            dateTime={date}
            className="font-display text-2xl leading-tight font-bold wrap-anywhere"
          >
            {longDate(date)}
          </time>
          {lastDay !== null && lastDay !== date ? (
            <span>
              {events.until} <time dateTime={lastDay}>{longDate(lastDay)}</time>
            </span>
          ) : null}
          <span>{time}</span>
        </div>
        <div className="flex flex-col items-start p-6">
          <h3 id={slug} className="text-2xl">
            {title}
          </h3>
          <RichText text={description} className="mt-2" />
          <p className="mt-3 mb-5 font-semibold">
            {location}
            <br />
            {capacity} attendees
          </p>
          {event.isOver ? null : (
            <ComingSoonButton
              name={events.register}
              about={title}
              describedBy={`${slug} register-note`}
            />
          )}
        </div>
        <LazyImage {...image} className="self-center @2xl:self-stretch" />
      </div>
    </li>
  )
}
