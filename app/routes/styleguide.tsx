import type { ReactNode } from 'react'
import { consultancyPage } from '../../content/consultancies.ts'
import { reach } from '../../content/home.ts'
import { cn } from '../lib/cn.ts'
import { StatusBadge } from '../site/consultancy-card.tsx'
import { Figures } from '../site/figures.tsx'
import { ComingSoonButton, ComingSoonNote } from '../site/coming-soon-button.tsx'
import { metadata } from '../site/frame/metadata.ts'
import { grounds, Motif, Pindo } from '../site/motif.tsx'
import { Dhow, Harbour, Kanga } from '../site/motifs.tsx'
import { Section } from '../site/section.tsx'
import { TitledList } from '../site/titled-list.tsx'
import '../styles/styleguide.css'
import { Alert } from '../ui/alert.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Field, fieldControl } from '../ui/field.tsx'
import { Input, Select, Textarea } from '../ui/input.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../ui/tabs.tsx'

/** Component overview, in development only (app/routes.ts). */
export const handle = { hydrate: true }

export const meta = () => metadata({ title: 'Style page', hidden: true })

export default function Styleguide() {
  return (
    <main id="main">
      <header className="wrap py-12">
        <h1 className="text-hero">Style page</h1>
        <p className="mt-4 text-lg">
          Tokens are in app/styles/tokens.css, primitives in app/ui, what public pages share in
          app/site.
        </p>
      </header>
      <Section title="Colours">
        <ul className="tiles mt-8 [--tile:8rem]">
          {colours.map((name) => (
            <li key={name}>
              <span className={cn('block h-20 rounded-md border border-line', name)} />
              {name.replace('bg-', '')}
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Type" tone="sand">
        {sizes.map((size) => (
          <p key={size} className={cn('mt-4 font-display font-bold', size)}>
            {size}: Elimu haina mwisho
          </p>
        ))}
        <p className="mt-6 max-w-2xl">
          Text is set in the system’s face at text-base, 45 to 75 characters a line.{' '}
          <a className="link" href="#main">
            A link
          </a>{' '}
          looks like this.
        </p>
      </Section>
      <Motifs />
      <Section title="Patterns">
        <div className="mt-8 space-y-6">
          <div className="kanga-border" />
          <div className="kanga-teeth text-coral-500" />
          <div className="makuti h-28 bg-sand-100" />
          <Pindo motif="tanga" className="bg-lagoon-950" />
          <Kanga jina={{ words: 'Haraka haraka haina baraka', meaning: 'Haste has no blessing' }} />
          <div className="overflow-hidden">
            <Harbour className="w-96" />
            <Dhow className="size-16" />
          </div>
        </div>
      </Section>
      <Primitives />
      <Section title="Figures" tone="dark">
        <Figures figures={reach} />
      </Section>
      <Section title="Forms" tone="sand">
        <div className="mt-8 grid gap-8 md:grid-cols-2">
          <State id="empty" label="As it is" hint="A hint stands under the label" />
          <State id="wrong" label="With a mistake" error="Valid email required" />
          <State id="optional" label="May stay empty" optional="(optional)" />
          <State id="disabled" label="Not to be filled in now" disabled />
          <Field id="select" label="A choice">
            <Select {...fieldControl({ id: 'select' })}>
              <option>Mombasa</option>
            </Select>
          </Field>
          <Field id="text" label="A longer answer">
            <Textarea {...fieldControl({ id: 'text' })} />
          </Field>
          <label htmlFor="check" className="flex items-center gap-3">
            <Checkbox id="check" defaultChecked /> A box
          </label>
        </div>
      </Section>
    </main>
  )
}

function Motifs() {
  return (
    <Section title="Motifs, each on its ground">
      <ul className="tiles mt-8 [--tile:10rem]">
        {motifs.map((name) => (
          <li key={name} className={cn('rounded-md p-4 text-center', grounds[name])}>
            <Motif name={name} className="mx-auto size-32" />
            {name}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Primitives() {
  return (
    <Section title="Primitives" tone="sand">
      <div className="mt-8 space-y-6">
        <Row>
          {variants.map((variant) => (
            <Button key={variant} variant={variant}>
              {variant}
            </Button>
          ))}
          <Button disabled>disabled</Button>
          <Button disabled>
            <Spinner /> busy
          </Button>
        </Row>
        <Row>
          <Button size="sm">sm</Button>
          <Button>md</Button>
          <Button size="lg">lg</Button>
        </Row>
        <div>
          <ComingSoonButton name="Has no action yet" describedBy="inert-note" />
          <ComingSoonNote id="inert-note" note="Says so to everybody." />
        </div>
        <Row>
          {Object.keys({ ...consultancyPage.statuses, paused: '' }).map((status) => (
            <StatusBadge key={status} status={status} />
          ))}
          <Badge>neutral</Badge>
          <Badge tone="good">good</Badge>
          <Badge tone="waiting">waiting</Badge>
          <Badge tone="bad">bad</Badge>
        </Row>
        <Alert>Something went wrong, and this says what to do.</Alert>
        <Alert tone="info">Good to know.</Alert>
        <Alert tone="notice">Worth a look.</Alert>
        <Card className="space-y-3 p-6">
          A card, waiting for its content
          <Skeleton />
          <Skeleton className="w-1/2" />
        </Card>
        <Tabs defaultValue="one">
          <TabsList>
            <TabsTrigger value="one">One</TabsTrigger>
            <TabsTrigger value="two">Two</TabsTrigger>
          </TabsList>
          <TabsContent value="one">The first panel</TabsContent>
          <TabsContent value="two">The second panel</TabsContent>
        </Tabs>
        <TitledList items={[{ title: 'A point', text: 'With its sentence.' }]} motif="bao" />
      </div>
    </Section>
  )
}

function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3">{children}</div>
}

interface StateProps {
  id: string
  label: string
  hint?: string
  error?: string
  optional?: string
  disabled?: boolean
}

function State({ disabled, ...field }: StateProps) {
  return (
    <Field {...field}>
      <Input {...fieldControl(field)} disabled={disabled} />
    </Field>
  )
}

const colours = [
  'bg-lagoon-950',
  'bg-lagoon-900',
  'bg-lagoon-800',
  'bg-lagoon-700',
  'bg-lagoon-500',
  'bg-lagoon-200',
  'bg-lagoon-100',
  'bg-sand-50',
  'bg-sand-100',
  'bg-sand-200',
  'bg-sand-300',
  'bg-sand-600',
  'bg-coral-200',
  'bg-coral-500',
  'bg-coral-800',
  'bg-mango-200',
  'bg-mango-400',
  'bg-mango-800',
  'bg-leaf',
  'bg-sky',
  'bg-grey',
  'bg-muted',
]

const sizes = [
  'text-hero',
  'text-title',
  'text-2xl',
  'text-xl',
  'text-lg',
  'text-base',
  'text-sm',
  'text-xs',
]

const variants = ['primary', 'accent', 'outline', 'ghost', 'inert', 'danger'] as const

const motifs = Object.keys(grounds) as (keyof typeof grounds)[]
