package suite;

import cloudsec.fake.*;
import org.junit.jupiter.api.Test;

@CloudsecFake
class InAConstructor {
    InAConstructor(CloudsecSandbox sandbox) {}

    @Test
    void one() {}
}
