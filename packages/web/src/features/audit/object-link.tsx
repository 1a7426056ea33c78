import { Link } from '@tanstack/react-router'
import type { AuditObject } from './subject.ts'

const linkClass = 'font-medium text-accent underline-offset-4 hover:underline break-words'

/** The name of an object, which leads to its page if it has one. */
export function ObjectLink({ object, name }: { readonly object: AuditObject | null; readonly name: string }) {
  const id = String(object?.id ?? '')
  switch (object?.resource) {
    case 'service':
      return (
        <Link to="/services/$id" params={{ id }} className={linkClass}>
          {name}
        </Link>
      )
    case 'incident':
      return (
        <Link to="/incidents/$id" params={{ id }} className={linkClass}>
          {name}
        </Link>
      )
    case 'contact':
      return (
        <Link to="/contacts/$id" params={{ id }} className={linkClass}>
          {name}
        </Link>
      )
    case 'event':
      return (
        <Link to="/events/rules/$id" params={{ id }} className={linkClass}>
          {name}
        </Link>
      )
    case 'template':
      return (
        <Link to="/templates/$id" params={{ id }} className={linkClass}>
          {name}
        </Link>
      )
    case 'group':
      return (
        <Link to="/services" search={{ group: id }} className={linkClass}>
          {name}
        </Link>
      )
    default:
      return <span className="font-medium break-words">{name}</span>
  }
}
