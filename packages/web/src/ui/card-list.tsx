import type { ComponentProps } from 'react'
import { Card } from './card.tsx'

/** A list on a card, with lines between its rows. Without rows there is no card. */
export function CardList({ className = '', ...rest }: ComponentProps<'ul'>) {
  return (
    <Card className="has-[>:empty]:hidden">
      <ul {...rest} className={`divide-y divide-line [&>li]:px-4 ${className}`} />
    </Card>
  )
}
