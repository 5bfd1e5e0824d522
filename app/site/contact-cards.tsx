import type { ReactNode } from 'react'
import { contact as words } from '../../content/contact.ts'
import { callLink } from '../../contract/phone-number.ts'
import { useContact } from './contact.ts'

const cardLink = 'link inline-flex min-h-11 items-center'

/** Three ways to reach the foundation: visit, write, call. */
export function ContactCards() {
  const { address, openingHours, email, answers, phone, callHours } = useContact()
  return (
    <ul className="mt-8 grid grid-cols-1 gap-6 @5xl:grid-cols-3">
      <Card title={words.visit} note={openingHours}>
        {address.join(', ')}
      </Card>
      <Card title={words.email} note={answers}>
        <a className={cardLink} href={`mailto:${email}`}>
          {email}
        </a>
      </Card>
      <Card title={words.call} note={callHours}>
        <a className={cardLink} href={callLink(phone)}>
          {phone}
        </a>
      </Card>
    </ul>
  )
}

interface CardProps {
  title: string
  note: string | null
  children: ReactNode
}

function Card({ title, note, children }: CardProps) {
  return (
    <li className="rounded-md border-t-8 border-coral-500 bg-white p-6">
      <h3 className="text-xl">{title}</h3>
      <p className="flex min-h-11 items-center font-semibold">{children}</p>
      {note ? <p>{note}</p> : null}
    </li>
  )
}
