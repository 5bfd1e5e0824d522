import type { ReactNode } from 'react'
import { cn } from '../lib/cn.ts'

const tones = {
  plain: '',
  sand: 'makuti bg-sand-100',
  dark: 'bg-lagoon-900 text-white',
}

interface Props {
  title: string
  text?: string
  id?: string
  tone?: keyof typeof tones
  children?: ReactNode
}

/** Full-width section of a page. */
export function Section({ title, text, id, tone = 'plain', children }: Props) {
  return (
    <section id={id} className={cn(tones[tone])}>
      <div className="wrap py-14 @5xl:py-20">
        <h2 className="text-title">{title}</h2>
        {text ? <p className="mt-4 max-w-2xl text-lg">{text}</p> : null}
        {children}
      </div>
    </section>
  )
}
