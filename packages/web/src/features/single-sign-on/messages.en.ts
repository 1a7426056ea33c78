export const singleSignOn = {
  'sso.title': 'Single sign-on',
  'sso.continueWith': 'Continue with single sign-on',
  'sso.stepUp': 'Confirm with single sign-on instead',
} as const
