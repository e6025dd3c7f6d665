package suite;

import cloudsec.fake.*;
import org.junit.jupiter.api.Test;

/** A test that waits to be killed. */
@CloudsecFake
class Holds {
    @Test
    void waits(CloudsecSandbox sandbox) throws Exception {
        System.out.println("holds " + sandbox.baseUrl);
        Thread.sleep(60_000);
    }
}
