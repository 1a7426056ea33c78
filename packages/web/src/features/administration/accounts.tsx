import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { Account } from '@wachta/client'
import { useDeferredValue, useMemo, useState } from 'react'
import { useIsAdministrator } from '../../app/client/session-scope.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Failed } from '../../app/shell/failed.tsx'
import { useSearchChange, useTypedText } from '../../app/shell/use-list-search.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Filters } from '../../ui/filters.tsx'
import { matches } from '../../ui/matches.ts'
import { SearchBox } from '../../ui/search-box.tsx'
import { Select } from '../../ui/select.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Table } from '../../ui/table.tsx'
import type { Column } from '../../ui/table-rows.ts'
import { TwoLines } from '../../ui/two-lines.tsx'
import { AccountState, getAccountState } from '../accounts/account-state.tsx'
import { accountsQuery } from '../accounts/queries.ts'
import { NewAccount } from './new-account.tsx'
import { administrationTexts } from './texts.ts'
import { buildTree, filterTree, type TreeRow } from './tree.ts'

const route = getRouteApi('/inside/framed/administration')
const states = ['active', 'readOnly', 'waiting', 'blocked'] as const

/** The tree of accounts, with a search and a button to add one. */
export function Accounts({ me }: { readonly me: Account }) {
  const { t } = useI18n()
  const texts = useTexts(administrationTexts)
  const { data, error, refetch } = useQuery(accountsQuery)
  const isAdministrator = useIsAdministrator()
  const { query: committedQuery = '', state = '' } = route.useSearch()
  const change = useSearchChange()
  const [query, setQuery] = useTypedText(committedQuery, (text) => change({ query: text }))
  const [isAdding, setAdding] = useState(false)
  const deferredQuery = useDeferredValue(query)
  const tree = useMemo(() => buildTree(data ?? []), [data])
  const visibleRows = useMemo(
    () =>
      filterTree(
        tree,
        (account) =>
          (state === '' || getAccountState(account) === state) &&
          matches(deferredQuery, account.name, account.username, String(account.id)),
      ),
    [tree, deferredQuery, state],
  )
  const columns = useColumns()
  if (!data)
    return error ? <Failed error={error} reset={() => void refetch()} /> : <SkeletonRows label={t('common.loading')} />
  const mayAdd = isAdministrator || me.permissions?.create_subaccounts === true
  return (
    <>
      <Filters label={t('filters.label')}>
        <SearchBox
          label={texts('administration.search')}
          value={query}
          onChange={setQuery}
          className="w-full sm:max-w-sm"
        />
        <Select
          aria-label={t('filters.state')}
          value={state}
          choices={[
            { value: '', label: t('filters.anyState') },
            ...states.map((value) => ({ value, label: t(`accountState.${value}`) })),
          ]}
          onChoose={(next) => change({ state: next })}
          className="!w-auto"
        />
        {mayAdd && (
          <Button kind="primary" onClick={() => setAdding(true)} className="sm:ml-auto">
            {texts(isAdministrator ? 'newAccount.open' : 'newAccount.openSub')}
          </Button>
        )}
      </Filters>
      <p className="mb-2 text-sm text-muted" role="status">
        {texts('administration.count', { count: data.length })}
      </p>
      <Table
        caption={texts('administration.accounts')}
        columns={columns}
        rows={visibleRows}
        getKey={({ account }) => String(account.id)}
        empty={<EmptyState title={t('filters.nothing')}>{texts('administration.nothing')}</EmptyState>}
      />
      {data.length === 1 && mayAdd && !isAdministrator && (
        <EmptyState title={texts('administration.emptyTitle')}>{texts('administration.empty')}</EmptyState>
      )}
      {isAdding && (
        <NewAccount kind={isAdministrator ? 'independent' : 'subaccount'} me={me} onClose={() => setAdding(false)} />
      )}
    </>
  )
}

function useColumns(): readonly Column<TreeRow>[] {
  const { t } = useI18n()
  const texts = useTexts(administrationTexts)
  return [
    {
      id: 'name',
      header: texts('administration.name'),
      cell: ({ account, depth }) => (
        <div style={{ paddingLeft: `${Math.min(depth, 4) * 1.25}rem` }}>
          <TwoLines below={account.username}>
            <Link
              to="/administration/accounts/$id"
              params={{ id: String(account.id) }}
              data-primary
              className="font-medium text-ink no-underline hover:underline"
            >
              {depth > 0 && <span aria-hidden="true">└ </span>}
              {account.name}
            </Link>
          </TwoLines>
        </div>
      ),
      className: 'max-w-0 w-full',
    },
    {
      id: 'kind',
      header: texts('administration.kind'),
      cell: ({ kind }) => <span className="whitespace-nowrap">{texts(`accountKind.${kind}`)}</span>,
      from: 'sm',
    },
    {
      id: 'package',
      header: t('administration.package'),
      cell: ({ account }) => <span className="whitespace-nowrap">{account.package?.name ?? '–'}</span>,
      from: 'md',
    },
    { id: 'state', header: t('filters.state'), cell: ({ account }) => <AccountState account={account} /> },
  ]
}
