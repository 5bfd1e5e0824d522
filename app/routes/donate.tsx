import { donation } from '../../content/donation.ts'
import type { PublicItem } from '../../contract/content/public-items.ts'
import { cn } from '../lib/cn.ts'
import { readContent, readTexts } from '../page-context.ts'
import script from '../scripts/donation.ts?worker&url'
import { HowToGive } from '../site/how-to-give.tsx'
import { metadataOfTexts } from '../site/frame/metadata.ts'
import { grounds, Motif } from '../site/motif.tsx'
import { Kanga } from '../site/motifs.tsx'
import { PageHero } from '../site/page-parts.tsx'
import { RichText } from '../site/rich-text.tsx'
import { Button } from '../ui/button.tsx'
import { Label } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import type { Route } from './+types/donate.ts'

export const meta = ({ loaderData }: Route.MetaArgs) =>
  metadataOfTexts(loaderData, { path: '/donate' })

export const loader = async ({ context }: Route.LoaderArgs) => ({
  texts: await readTexts(context, 'giving'),
  projects: (await readContent(context))['donation-projects'],
})

/** Donation form. Radio buttons hold the choices; scripts/donation.ts adds the custom amount. */
export default function Donate({ loaderData }: Route.ComponentProps) {
  const { projects, thanks } = donation
  const { texts } = loaderData
  return (
    <main id="main" data-script={script}>
      <PageHero title={texts.title} lead={texts.lead} motif="kibaba" />
      <form
        data-donation
        noValidate
        aria-label={texts.title}
        className="wrap space-y-12 py-14 @5xl:py-20"
      >
        <Amounts rate={texts.rate} />
        <fieldset>
          <legend className="text-title">{projects.title}</legend>
          <p className="mt-3 text-lg">{projects.text}</p>
          <div className="mt-6 grid grid-cols-1 gap-6 @min-[40rem]:grid-cols-2 @5xl:grid-cols-4">
            {loaderData.projects.map((project) => (
              <ProjectCard key={project.slug} project={project} rate={texts.rate} />
            ))}
          </div>
        </fieldset>
        <div>
          <Button type="submit" variant="primary" size="lg">
            {donation.button}
          </Button>
          <RichText text={texts.note} className="mt-4 max-w-2xl" />
          <div aria-live="polite" className="mt-8 max-w-2xl">
            <div
              hidden
              data-thanks
              className="rounded-md border-l-8 border-mango-400 bg-lagoon-900 p-6 text-white @3xl:p-8"
            >
              <h2 className="text-2xl">{thanks.title}</h2>
              <p
                className="mt-2 text-lg"
                data-body={thanks.body}
                data-otherwise={donation.generalFund}
              />
            </div>
          </div>
          <HowToGive texts={texts} />
        </div>
      </form>
      <Kanga proverb={donation.proverb} motif="kibaba" />
    </main>
  )
}

function Amounts({ rate }: { rate: number | null }) {
  const { title, options, chosen, custom } = donation.amounts
  return (
    <fieldset>
      <legend className="text-title">{title}</legend>
      <div className="mt-6 flex flex-wrap gap-3">
        {options.map(({ value, label }) => (
          <label
            key={value}
            className="flex min-h-14 items-center gap-3 rounded-full border-2 border-lagoon-800 bg-white px-6 font-display text-xl font-bold has-checked:bg-lagoon-800 has-checked:text-white"
          >
            <input
              type="radio"
              name="amount"
              value={value}
              defaultChecked={value === chosen}
              className="size-5 accent-mango-400"
            />
            {label}
            {rate === null || value === 'custom' ? null : (
              <span className="font-sans text-sm font-normal">
                {inShillings(Number(value), rate)}
              </span>
            )}
          </label>
        ))}
      </div>
      <div className="mt-6 max-w-xs">
        <Label htmlFor="custom">{custom.label}</Label>
        <Input
          id="custom"
          name="custom"
          type="number"
          step="any"
          inputMode="decimal"
          placeholder={custom.placeholder}
          disabled
        />
      </div>
    </fieldset>
  )
}

interface ProjectCardProps {
  project: PublicItem<'donation-projects'>
  rate: number | null
}

/** A project as one large radio button. The choice can be changed but not cleared. */
function ProjectCard({ project, rate }: ProjectCardProps) {
  const { slug, title, text, target, raised, motif } = project
  return (
    <div className="relative flex flex-col overflow-hidden rounded-md border-4 border-sand-300 bg-white has-checked:border-lagoon-800">
      <div className={cn('p-4', grounds[motif])}>
        <Motif name={motif} className="h-28 w-full" />
      </div>
      <div className="flex flex-1 flex-col p-5">
        <label className="whole-card flex items-center gap-3 font-display text-xl font-bold">
          <input
            type="radio"
            name="project"
            value={title}
            aria-describedby={`${slug}-text`}
            className="relative z-10 size-5 shrink-0 accent-lagoon-800"
          />
          {title}
        </label>
        <div id={`${slug}-text`} className="flex flex-1 flex-col">
          <p className="mt-2 mb-4 flex-1">{text}</p>
          <progress
            value={raised}
            max={target}
            aria-label={`Raised for ${title}`}
            className="raised"
          />
          <p className="mt-2 text-sm">
            <b>{dollars(raised)}</b> raised of {dollars(target)}
            {rate === null ? null : ` (${inShillings(target, rate)})`}
          </p>
        </div>
      </div>
    </div>
  )
}

/** About how much an amount in dollars is in Kenyan shillings. */
function inShillings(amount: number, rate: number) {
  return `${donation.shillings} ${(amount * rate).toLocaleString('en')}`
}

function dollars(amount: number) {
  return `$${amount.toLocaleString('en')}`
}
