"""Calls of a running server by boto3, as its configuration on standard input says. Prints what came of each call as JSON."""
import base64, datetime, hashlib, hmac, json, os, sys
import boto3
from botocore.config import Config
from botocore.exceptions import ClientError

given = json.load(sys.stdin)
url, region = given["url"], given["region"]
unsigned = dict(region_name=region, aws_access_key_id="none", aws_secret_access_key="none")
idp = boto3.client("cognito-idp", endpoint_url=f"{url}/idp", **unsigned)
identity = boto3.client("cognito-identity", endpoint_url=f"{url}/identity", **unsigned)
outcome = {}


def step(name, call):
    try:
        answer = call()
        outcome[name] = "done"
        return answer
    except ClientError as error:
        outcome[name] = error.response["Error"]["Code"]
        return None


# The group of RFC 3526 with 3,072 bits, which Cognito's SRP uses.
N = int(given["prime"], 16)
G = 2


def padded(number):
    text = f"{number:x}"
    text = ("0" + text) if len(text) % 2 else text
    return ("00" + text) if text[0] in "89abcdef" else text


def hashed(*hexes):
    return hashlib.sha256(bytes.fromhex("".join(hexes))).hexdigest()


def sign_in(email, password):
    """SRP as Cognito speaks it: the password never leaves this process."""
    a = int.from_bytes(os.urandom(128), "big") % N
    big_a = pow(G, a, N)
    first = idp.initiate_auth(
        AuthFlow="USER_SRP_AUTH", ClientId=given["client"],
        AuthParameters={"USERNAME": email, "SRP_A": f"{big_a:x}"})["ChallengeParameters"]
    pool, user = given["pool"].split("_")[1], first["USER_ID_FOR_SRP"]
    big_b, salt = int(first["SRP_B"], 16), int(first["SALT"], 16)
    u = int(hashed(padded(big_a), padded(big_b)), 16)
    x = int(hashed(padded(salt), hashlib.sha256(f"{pool}{user}:{password}".encode()).hexdigest()), 16)
    k = int(hashed("00" + f"{N:x}", "02"), 16)
    s = pow(big_b - k * pow(G, x, N), a + u * x, N)
    prk = hmac.new(bytes.fromhex(padded(u)), bytes.fromhex(padded(s)), hashlib.sha256).digest()
    key = hmac.new(prk, b"Caldera Derived Key\x01", hashlib.sha256).digest()[:16]
    now = datetime.datetime.now(datetime.timezone.utc)
    stamp = now.strftime("%a %b ") + str(now.day) + now.strftime(" %H:%M:%S UTC %Y")
    text = pool.encode() + user.encode() + base64.b64decode(first["SECRET_BLOCK"]) + stamp.encode()
    signature = base64.b64encode(hmac.new(key, text, hashlib.sha256).digest()).decode()
    return idp.respond_to_auth_challenge(
        ClientId=given["client"], ChallengeName="PASSWORD_VERIFIER",
        ChallengeResponses={"USERNAME": user, "PASSWORD_CLAIM_SECRET_BLOCK": first["SECRET_BLOCK"],
                            "PASSWORD_CLAIM_SIGNATURE": signature, "TIMESTAMP": stamp})["AuthenticationResult"]


email, password, client = given["email"], given["password"], given["client"]
step("wrong password", lambda: sign_in(email, password + "x"))
tokens = step("sign in by SRP", lambda: sign_in(email, password))
step("password in the clear", lambda: idp.initiate_auth(
    AuthFlow="USER_PASSWORD_AUTH", ClientId=client, AuthParameters={"USERNAME": email, "PASSWORD": password}))
step("refresh", lambda: idp.initiate_auth(
    AuthFlow="REFRESH_TOKEN_AUTH", ClientId=client, AuthParameters={"REFRESH_TOKEN": tokens["RefreshToken"]}))
step("get user", lambda: idp.get_user(AccessToken=tokens["AccessToken"]))
step("change the nickname", lambda: idp.update_user_attributes(
    AccessToken=tokens["AccessToken"], UserAttributes=[{"Name": "nickname", "Value": "boto"}]))
step("forgotten password", lambda: idp.forgot_password(ClientId=client, Username=email))
step("wrong code", lambda: idp.confirm_forgot_password(
    ClientId=client, Username=email, ConfirmationCode="000000", Password="Another-2026"))
step("sign up", lambda: idp.sign_up(
    ClientId=client, Username=given["other"], Password=password,
    UserAttributes=[{"Name": "email", "Value": given["other"]}, {"Name": "name", "Value": "boto"},
                    {"Name": "nickname", "Value": "boto"}]))
step("confirm with a wrong code", lambda: idp.confirm_sign_up(
    ClientId=client, Username=given["other"], ConfirmationCode="000000"))
step("look into accounts", lambda: boto3.client("cognito-idp", endpoint_url=f"{url}/idp", **unsigned).list_users(
    UserPoolId=given["pool"]))

logins = {f"cognito-idp.{region}.amazonaws.com/{given['pool']}": tokens["IdToken"]}
step("identity without a login", lambda: identity.get_id(IdentityPoolId=given["identityPool"]))
found = step("identity", lambda: identity.get_id(IdentityPoolId=given["identityPool"], Logins=logins))
issued = step("credentials", lambda: identity.get_credentials_for_identity(IdentityId=found["IdentityId"], Logins=logins))
keys = issued["Credentials"]
signed = dict(region_name=region, aws_access_key_id=keys["AccessKeyId"], aws_secret_access_key=keys["SecretKey"],
              aws_session_token=keys["SessionToken"])
s3 = boto3.client("s3", endpoint_url=f"{url}/s3", config=Config(s3={"addressing_style": "path"}), **signed)
jpeg = base64.b64decode(given["jpeg"])
own, bucket = given["key"], "photos"
put = dict(Bucket=bucket, ContentType="image/jpeg")
step("put", lambda: s3.put_object(Key=own, Body=jpeg, **put))
step("put the same again", lambda: s3.put_object(Key=own, Body=jpeg, **put))
step("put other bytes under the key", lambda: s3.put_object(Key=own, Body=jpeg + b"x", **put))
step("put once more, if none is there", lambda: s3.put_object(Key=own, Body=jpeg, IfNoneMatch="*", **put))
step("put into another fan's folder", lambda: s3.put_object(Key=given["foreignKey"], Body=jpeg, **put))
step("put what is no picture", lambda: s3.put_object(Key=given["freeKey"], Body=b"hello", **put))
step("head", lambda: s3.head_object(Bucket=bucket, Key=own))
got = step("get", lambda: s3.get_object(Bucket=bucket, Key=own)["Body"].read())
outcome["the same bytes"] = got == jpeg
step("get a range", lambda: s3.get_object(Bucket=bucket, Key=own, Range="bytes=0-2"))
step("list", lambda: s3.list_objects_v2(Bucket=bucket))
step("delete", lambda: s3.delete_object(Bucket=bucket, Key=own))
step("copy", lambda: s3.copy_object(Bucket=bucket, Key=given["freeKey"], CopySource=f"{bucket}/{own}"))
step("multipart", lambda: s3.create_multipart_upload(Key=given["freeKey"], **put))
step("revoke", lambda: idp.revoke_token(Token=tokens["RefreshToken"], ClientId=client))
step("put after the sign-out", lambda: s3.put_object(Key=given["freeKey"], Body=jpeg, **put))
json.dump(outcome, sys.stdout)
