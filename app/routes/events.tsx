import { type FoundationEvent, events } from '../../content/events.ts'
import { ComingSoonButton, ComingSoonNote } from '../site/coming-soon-button.tsx'
import { LazyImage } from '../site/lazy-image.tsx'
import { metadata } from '../site/frame/metadata.ts'
import { Kanga } from '../site/motifs.tsx'
import { PageHero } from '../site/page-hero.tsx'
import { Section } from '../site/section.tsx'
import { longDate } from '../lib/public-dates.ts'

export const meta = () =>
  metadata({ title: events.title, description: events.lead, path: '/events' })

export default function Events() {
  const { upcoming, all, venue, proverb } = events
  return (
    <main id="main">
      <PageHero title={events.title} lead={events.lead} motif="taa" />
      <Section title={upcoming.title} tone="sand">
        <ul className="mt-8 space-y-8">
          {upcoming.items.map((event) => (
            <Ticket key={event.id} event={event} />
          ))}
        </ul>
        <ComingSoonNote id="register-note" note={events.registerNote} />
        <div className="mt-8">
          <ComingSoonButton name={all.button} describedBy="all-note" />
          <ComingSoonNote id="all-note" note={all.note} />
        </div>
      </Section>
      <Kanga proverb={proverb} motif="taa" />
      <Section title={venue.title} text={venue.text}>
        <div className="mt-7">
          <ComingSoonButton name={venue.button} describedBy="venue-note" />
          <ComingSoonNote id="venue-note" note={venue.note} />
        </div>
      </Section>
    </main>
  )
}

/** Event card in the shape of a ferry ticket, with the date on the part to tear off. */
function Ticket({ event }: { event: FoundationEvent }) {
  const { id, title, description, date, time, location, capacity, image } = event
  const day = longDate(date)
  return (
    <li className="@container overflow-hidden rounded-lg bg-white shadow-raised">
      <div className="grid grid-cols-1 @2xl:grid-cols-[9rem_1fr_15rem] @min-[58rem]:grid-cols-[12rem_1fr_22rem]">
        <div className="flex flex-wrap items-baseline gap-x-3 border-b-8 border-dotted border-sand-100 bg-coral-800 p-6 text-white @2xl:flex-col @2xl:justify-center @2xl:border-r-8 @2xl:border-b-0">
          <time dateTime={date} className="font-display text-2xl leading-tight font-bold">
            {day}
          </time>
          <span>{time}</span>
        </div>
        <div className="flex flex-col items-start p-6">
          <h3 id={id} className="text-2xl">
            {title}
          </h3>
          <p className="mt-2">{description}</p>
          <p className="mt-3 mb-5 font-semibold">
            {location}
            <br />
            {capacity} attendees
          </p>
          <ComingSoonButton name={events.register} describedBy={`${id} register-note`} />
        </div>
        <LazyImage {...image} className="self-center @2xl:self-stretch" />
      </div>
    </li>
  )
}
