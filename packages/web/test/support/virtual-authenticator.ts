import type { CDPSession, Page } from 'playwright-core'

/** The browser's virtual authenticator, which by default verifies the user each time. */
export interface VirtualAuthenticator {
  /** Makes user verification succeed or fail. */
  verify(isVerified: boolean): Promise<void>
  /** Sets the signature counter of all its passkeys, to simulate a copy. */
  setCounter(signCount: number): Promise<void>
}

export async function addAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return control(session, authenticatorId)
}

function control(session: CDPSession, authenticatorId: string): VirtualAuthenticator {
  const list = async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials
  return {
    async verify(isUserVerified) {
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
    async setCounter(signCount) {
      for (const credential of await list()) {
        const { credentialId } = credential
        await session.send('WebAuthn.removeCredential', { authenticatorId, credentialId })
        await session.send('WebAuthn.addCredential', { authenticatorId, credential: { ...credential, signCount } })
      }
    },
  }
}
