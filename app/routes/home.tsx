import { home } from '../../content/home.ts'
import { site } from '../../content/site.ts'
import type { PageTexts, PublicItem } from '../../contract/content/public-items.ts'
import { readContent, readIntakes, readTexts } from '../page-context.ts'
import { ContactCards } from '../site/contact-cards.tsx'
import { metadata } from '../site/frame/metadata.ts'
import { IntakeStrip } from '../site/intake-strip.tsx'
import { Motif } from '../site/motif.tsx'
import { Harbour, Kanga } from '../site/motifs.tsx'
import { ProgramCard } from '../site/program-card.tsx'
import { Section } from '../site/page-parts.tsx'
import { RichText } from '../site/rich-text.tsx'
import { SupportBand } from '../site/support-band.tsx'
import { TeamCard } from '../site/team-card.tsx'
import { Figures, figuresAt } from '../site/figures.tsx'
import { buttonStyle, LinkButton } from '../ui/button.tsx'
import type { Route } from './+types/home.ts'

export const meta = ({ loaderData }: Route.MetaArgs) =>
  metadata({ title: site.name, path: '/', ...(loaderData && { contact: loaderData.contact }) })

export const loader = async ({ context }: Route.LoaderArgs) => {
  const { figures, programs, team } = await readContent(context)
  return {
    texts: await readTexts(context, 'home'),
    contact: await readTexts(context, 'contact'),
    figures: figuresAt(figures, 'reach'),
    cards: programs,
    members: team.slice(0, 4),
    intakes: await context.get(readIntakes)(),
  }
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { impact, team, contact } = home
  const { texts } = loaderData
  return (
    <main id="main">
      <Hero texts={texts} />
      <IntakeStrip {...loaderData.intakes} />
      <Kanga proverb={home.proverb} />
      <About texts={texts} />
      <Programs cards={loaderData.cards} />
      <Section title={impact.title} tone="dark">
        <Figures figures={loaderData.figures} />
      </Section>
      <Section title={team.title} text={texts.team}>
        <ul className="mt-8 grid grid-cols-2 gap-4 @3xl:grid-cols-4 @5xl:gap-8">
          {loaderData.members.map((member) => (
            <TeamCard key={member.slug} member={member} />
          ))}
        </ul>
        <p className="mt-6">
          <a className="link inline-flex min-h-11 items-center font-semibold" href={team.link.href}>
            {team.link.name}
          </a>
        </p>
      </Section>
      <Attachment texts={texts} />
      <SupportBand />
      <Section title={contact.title} tone="sand">
        <ContactCards />
      </Section>
    </main>
  )
}

interface HomeProps {
  texts: PageTexts<'home'>
}

/** Top of the home page: a harbour scene with the three main links. */
function Hero({ texts }: HomeProps) {
  return (
    <section className="relative overflow-hidden bg-linear-to-b from-sand-200 to-sand-50">
      <div className="wrap grid grid-cols-1 items-end gap-x-8 pt-6 @3xl:pt-12 @5xl:grid-cols-2">
        <div className="pb-4 @3xl:pb-12 @5xl:pb-40">
          <h1 className="text-hero text-lagoon-900">{texts.title}</h1>
          <RichText text={texts.lead} className="mt-4 max-w-xl text-lg @3xl:mt-6" />
          <div className="mt-6 flex flex-wrap gap-2 @min-[40rem]:gap-3 @3xl:mt-8">
            {home.buttons.map(({ name, href }, i) => (
              <a
                key={href}
                href={href}
                className={buttonStyle({ variant: i ? 'outline' : 'primary' })}
              >
                {name} {i ? <span aria-hidden="true">→</span> : null}
              </a>
            ))}
          </div>
        </div>
        <Harbour className="mx-auto block w-2/5 max-w-none @min-[40rem]:w-3/5 @5xl:mr-0 @5xl:-ml-16 @5xl:w-[calc(100%+4rem)]" />
      </div>
    </section>
  )
}

function About({ texts }: HomeProps) {
  const { title, mission, vision, link } = home.about
  const cards = [
    { title: mission, text: texts.mission },
    { title: vision, text: texts.vision },
  ]
  return (
    <section
      id="about"
      className="wrap grid grid-cols-1 items-center gap-x-16 gap-y-12 py-14 @5xl:grid-cols-2 @5xl:py-20"
    >
      <div>
        <h2 className="text-title">{title}</h2>
        <RichText text={texts.about} className="mt-4 max-w-2xl text-lg" />
        <LinkButton {...link} className="mt-7" />
      </div>
      <div className="door @min-[40rem]:grid-cols-2 @min-[40rem]:gap-0">
        {cards.map((card) => (
          <div
            key={card.title}
            className="door-leaf pt-24 pb-12 text-center @min-[40rem]:first:rounded-tr-none @min-[40rem]:last:rounded-tl-none"
          >
            <h3 className="text-2xl text-mango-400">{card.title}</h3>
            <p className="mt-3 text-xl">{card.text}</p>
          </div>
        ))}
      </div>
    </section>
  )
}

function Programs({ cards }: { cards: readonly PublicItem<'programs'>[] }) {
  const { title, core, specialized, link } = home.programs
  const groups = [
    { title: core.title, place: 'core', compact: false },
    { title: specialized.title, place: 'specialized', compact: true },
  ] as const
  return (
    <Section title={title} tone="sand">
      {groups.map((group) => (
        <div key={group.place} className="mt-6">
          <p className="font-display text-xl font-bold">{group.title}</p>
          <ul aria-label={group.title} className="tiles mt-4 [--tile:14rem]">
            {cards
              .filter(({ place }) => place === group.place)
              .map((card) => (
                <ProgramCard key={card.slug} {...card} compact={group.compact} />
              ))}
          </ul>
        </div>
      ))}
      <LinkButton {...link} className="mt-8" />
    </Section>
  )
}

function Attachment({ texts }: HomeProps) {
  const { link } = home.attachment
  return (
    <section className="bg-mango-200">
      <div className="wrap flex flex-col gap-8 py-14 @3xl:flex-row @3xl:flex-wrap @3xl:items-center @3xl:gap-14 @5xl:py-20">
        <Motif name="rosette" className="size-32 shrink-0 text-coral-800 @3xl:size-52" />
        <div className="max-w-2xl @3xl:flex-1 @3xl:basis-80">
          <h2 className="text-title">{texts.attachmentTitle}</h2>
          <RichText text={texts.attachment} className="mt-4 text-lg" />
          <LinkButton {...link} className="mt-7" />
        </div>
      </div>
    </section>
  )
}
