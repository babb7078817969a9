import { sql } from 'drizzle-orm';
import type { LoginAnswer } from '#contract/centre/auth.ts';
import type {
  OwnPasskey,
  PasskeyCreation,
  PasskeyRequest,
} from '#contract/centre/second-factor.ts';
import { codeOfApp } from '#e2e/authenticator.ts';
import { done } from '#tests/helpers/class-data.ts';
import type { Recipes, Stage } from '#tests/helpers/fuzz/stage.ts';
import { PasskeyDevice } from '#tests/helpers/passkey-device.ts';
import { Client, password } from '#tests/helpers/test-server.ts';
import { withFactor } from './accounts.ts';

/** The page of this machine itself, to which passkeys belong without `PUBLIC_URL`. */
const PAGE = 'http://localhost';
const pin = '480577';

/** An account with a second factor, and what a new passkey of it is made from. */
async function withCreation(stage: Stage) {
  const spare = await withFactor(stage);
  const proof = { password, code: codeOfApp(spare.secret) };
  const begun = done<PasskeyCreation>(await spare.client.post('/auth/passkeys/begin', proof));
  return { ...spare, begun, device: new PasskeyDevice(PAGE) };
}

/** An account with a passkey. */
async function withPasskey(stage: Stage) {
  const { begun, ...spare } = await withCreation(stage);
  const passkey = spare.device.make(begun);
  const { _id } = done<OwnPasskey>(
    await spare.client.post('/auth/passkeys', { name: 'Phone', passkey }),
  );
  return { ...spare, passkeyId: _id };
}

const askOf = async (client: Client) =>
  done<PasskeyRequest>(await client.post('/auth/passkeys/ask', {}));

/** An account of a branch that allows PINs. */
async function withPinBranch(stage: Stage) {
  await stage.db.execute(sql`update branches set pin_take_over = true`);
  return stage.spare('staff');
}

export const passkeyRecipes: Recipes = {
  'POST /auth/passkeys/begin': async (stage) => {
    const { client, secret } = await withFactor(stage);
    return { client, body: { password, code: codeOfApp(secret) }, isWhole: true };
  },
  'POST /auth/passkeys': async (stage) => {
    const { client, begun, device } = await withCreation(stage);
    return { client, body: { name: 'Phone', passkey: device.make(begun) }, isWhole: true };
  },
  'POST /auth/passkeys/ask': async (stage) => ({ client: (await withPasskey(stage)).client }),
  'POST /auth/passkeys/:id/rename': async (stage) => {
    const { client, passkeyId } = await withPasskey(stage);
    return { client, path: { id: passkeyId } };
  },
  'POST /auth/passkeys/:id/remove': async (stage) => {
    const { client, passkeyId, device } = await withPasskey(stage);
    const passkey = device.use(await askOf(client));
    return { client, path: { id: passkeyId }, body: { password, passkey }, isWhole: true };
  },
  'POST /auth/second-factor/passkey': async (stage) => {
    const { email, device } = await withPasskey(stage);
    const answer = await stage.server.anybody.post('/auth/login', { email, password });
    const client = new Client(stage.server.app, done<LoginAnswer>(answer).token);
    return { client, body: { passkey: device.use(await askOf(client)) }, isWhole: true };
  },
  'POST /auth/login/passkey': async (stage) => {
    const { device } = await withPasskey(stage);
    const client = stage.server.anybody;
    const asked = done<PasskeyRequest>(await client.post('/auth/login/passkey/begin', {}));
    return { client, body: { passkey: device.use(asked) }, isWhole: true };
  },
  'POST /auth/pin': async (stage) => ({
    client: (await withPinBranch(stage)).client,
    body: { password, pin },
    isWhole: true,
  }),
  'POST /auth/pin/remove': async (stage) => {
    const { client } = await withPinBranch(stage);
    done(await client.post('/auth/pin', { password, pin }));
    return { client, body: { password } };
  },
};
